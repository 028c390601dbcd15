//! Pages of several gzip members, and of one that looks like several.

use super::encoders::gzip;
use super::{decompress, noise, text};
use crate::{Codec, CodecError};

fn check(compressed: &[u8], content: &[u8]) {
    assert_eq!(
        decompress(Codec::Gzip, compressed, content.len()).as_deref(),
        Ok(content)
    );
    let declared = content.len() + 1;
    assert_eq!(
        decompress(Codec::Gzip, compressed, declared),
        Err(CodecError::SizeMismatch {
            codec: Codec::Gzip,
            declared,
            actual: content.len()
        })
    );
    if let Some(declared) = content.len().checked_sub(1) {
        assert_eq!(
            decompress(Codec::Gzip, compressed, declared),
            Err(CodecError::SizeMismatch {
                codec: Codec::Gzip,
                declared,
                actual: content.len()
            })
        );
    }
}

/// A member of one stored block: its content lies in it as it is.
fn stored(content: &[u8]) -> Vec<u8> {
    let size = u16::try_from(content.len()).unwrap();
    let mut member = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    member.extend(size.to_le_bytes());
    member.extend((!size).to_le_bytes());
    member.extend(content);
    member.extend(libdeflater::crc32(content).to_le_bytes());
    member.extend(u32::from(size).to_le_bytes());
    member
}

#[test]
fn members_are_concatenated() {
    let parts = [
        text(1),
        vec![],
        noise(500),
        text(40_000),
        vec![0; 300],
        text(1),
        text(1),
    ];
    for first in 0..parts.len() {
        for last in first..parts.len() {
            let compressed: Vec<u8> = parts[first..=last].iter().flat_map(|p| gzip(p)).collect();
            check(&compressed, &parts[first..=last].concat());
        }
    }
}

#[test]
fn many_small_members() {
    let content = text(5_000);
    let compressed: Vec<u8> = content.chunks(3).flat_map(gzip).collect();
    check(&compressed, &content);
}

#[test]
fn equal_members_are_all_counted() {
    let member = gzip(&text(100));
    let compressed = member.repeat(2);
    assert_eq!(
        decompress(Codec::Gzip, &compressed, 100),
        Err(CodecError::SizeMismatch {
            codec: Codec::Gzip,
            declared: 100,
            actual: 101
        })
    );
    check(&compressed, &text(100).repeat(2));
}

#[test]
fn zeros_behind_are_padding() {
    for content in [text(0), text(100), vec![0; 100], text(70_000)] {
        for padding in [1, 3, 4, 8, 100] {
            let mut compressed = gzip(&content);
            compressed.resize(compressed.len() + padding, 0);
            check(&compressed, &content);
        }
    }
}

#[test]
fn anything_else_behind_is_counted() {
    let compressed = [gzip(&text(100)), b"tail".to_vec()].concat();
    assert_eq!(
        decompress(Codec::Gzip, &compressed, 100),
        Err(CodecError::TrailingBytes {
            codec: Codec::Gzip,
            len: 4
        })
    );
}

#[test]
fn headers_inside_the_content_are_content() {
    let mut content = gzip(&text(50));
    content.extend(gzip(&noise(50)));
    content.extend([0x1f, 0x8b, 8].repeat(30));
    check(&stored(&content), &content);
    check(
        &[stored(&content), gzip(b"x"), stored(&content)].concat(),
        &{
            let mut whole = content.clone();
            whole.push(b'x');
            whole.extend(&content);
            whole
        },
    );
}

#[test]
fn a_member_that_holds_its_own_trailer() {
    // Four bytes can be chosen so that the checksum of the whole is what it says inside: a linear
    // system over bits, solved here by elimination.
    let mut content = Vec::new();
    content.extend([0; 4]);
    content.extend(40u32.to_le_bytes());
    content.extend([0x1f, 0x8b, 8, 0]);
    content.extend(text(24));
    content.extend([0; 4]);
    assert_eq!(content.len(), 40);
    let wanted = 0x1234_5678u32;
    content[..4].copy_from_slice(&wanted.to_le_bytes());
    let set_tail =
        |content: &mut Vec<u8>, tail: u32| content[36..].copy_from_slice(&tail.to_le_bytes());
    let base = libdeflater::crc32(&content);
    let mut rows: Vec<(u32, u32)> = (0..32)
        .map(|bit| {
            set_tail(&mut content, 1 << bit);
            (libdeflater::crc32(&content) ^ base, 1 << bit)
        })
        .collect();
    let (mut rest, mut tail) = (base ^ wanted, 0);
    for bit in 0..32 {
        let pivot = rows.iter().position(|row| row.0 >> bit & 1 == 1).unwrap();
        let pivot = rows.swap_remove(pivot);
        for row in rows.iter_mut().filter(|row| row.0 >> bit & 1 == 1) {
            *row = (row.0 ^ pivot.0, row.1 ^ pivot.1);
        }
        if rest >> bit & 1 == 1 {
            (rest, tail) = (rest ^ pivot.0, tail ^ pivot.1);
        }
    }
    set_tail(&mut content, tail);
    assert_eq!(libdeflater::crc32(&content), wanted);
    check(&stored(&content), &content);
}
