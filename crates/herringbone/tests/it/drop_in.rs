//! drop_in
