//! Decoding a block.

use std::cell::RefCell;

use retrograde_db::file::{BlockDecoder, BlockNumber, ByteSource, FormatError, Table};

thread_local! {
    /// Each thread decodes with its own context, which would be costly to make for every block.
    static DECODER: RefCell<(BlockDecoder, Vec<u8>)> = RefCell::default();
}

/// Decodes a block, and gives its packed values to `read`, which must not come back here.
pub(crate) fn decode<B: ByteSource, R>(
    table: &Table<B>,
    block: BlockNumber,
    read: impl FnOnce(&[u8]) -> R,
) -> Result<R, FormatError> {
    DECODER.with_borrow_mut(|(decoder, packed)| {
        table.decode_block(block, decoder, packed)?;
        Ok(read(packed))
    })
}
