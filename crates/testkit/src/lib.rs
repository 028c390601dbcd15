//! Small obvious encoders for tests.
