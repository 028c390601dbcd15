//! Where the figures come from: without it they mean nothing.

use std::fs;
use std::process::Command;

/// The machine and the build.
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) commit: String,
    pub(crate) compiler: String,
    pub(crate) flags: String,
    pub(crate) date: String,
}

impl Machine {
    pub(crate) fn here() -> Machine {
        Machine {
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            commit: said("git", &["describe", "--always", "--dirty"]),
            compiler: said("rustc", &["--version"]),
            flags: std::env::var("RUSTFLAGS").unwrap_or_default(),
            date: said("date", &["-u", "+%Y-%m-%d"]),
        }
    }

    pub(crate) fn shown(&self) -> String {
        let flags = if self.flags.is_empty() {
            "stock flags"
        } else {
            self.flags.as_str()
        };
        format!(
            "{}, {} cores; commit {}; {}, {flags}",
            self.cpu, self.cores, self.commit, self.compiler
        )
    }
}

fn cpu() -> String {
    let named = |text: String| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let model = fs::read_to_string("/proc/cpuinfo").ok().and_then(named);
    format!(
        "{} ({})",
        model.as_deref().unwrap_or("unknown CPU"),
        vectors()
    )
}

/// The widest vectors that the CPU has: what decides which kernels run.
fn vectors() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        return "AVX-512";
    } else if std::arch::is_x86_feature_detected!("avx2") {
        return "AVX2";
    }
    std::env::consts::ARCH
}

fn said(program: &str, args: &[&str]) -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => "unknown".to_owned(),
    }
}
