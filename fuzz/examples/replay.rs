//! Runs inputs through targets without a fuzzer.
//!
//! - `replay` runs the seeds of every target, then each of them cut short and with bytes changed
//! - `replay TARGET FILE...` runs files, to see a crash again
//! - `replay --write FOLDER` writes the seeds to `FOLDER/TARGET`

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use herringbone_fuzz::{TARGETS, seeds};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let result = match arguments.split_first() {
        None => {
            replay_seeds();
            Ok(())
        }
        Some((flag, folders)) if flag == "--write" => folders
            .iter()
            .try_for_each(|folder| write_seeds(Path::new(folder))),
        Some((target, files)) => replay_files(target, files),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn replay_seeds() {
    for (name, target) in TARGETS {
        let seeds = seeds::of(name);
        for seed in &seeds {
            target(seed);
            // A few hundred places a seed: every one for small seeds.
            let step = seed.len() / 300 + 1;
            for at in (0..seed.len()).step_by(step) {
                target(&seed[..at]);
                for flip in [0x01, 0x80, 0xff] {
                    let mut damaged = seed.clone();
                    damaged[at] ^= flip;
                    target(&damaged);
                }
            }
        }
        println!("{name}: {} seeds", seeds.len());
    }
}

fn write_seeds(folder: &Path) -> io::Result<()> {
    for (name, _) in TARGETS {
        let folder = folder.join(name);
        fs::create_dir_all(&folder)?;
        for (i, seed) in seeds::of(name).iter().enumerate() {
            fs::write(folder.join(format!("{i:03}")), seed)?;
        }
    }
    Ok(())
}

fn replay_files(name: &str, files: &[String]) -> io::Result<()> {
    let Some((_, target)) = TARGETS.iter().find(|target| target.0 == name) else {
        return Err(io::Error::other(format!("no target is called {name}")));
    };
    for file in files {
        println!("{file}");
        target(&fs::read(file)?);
    }
    Ok(())
}
