//! Makes and checks tables.
