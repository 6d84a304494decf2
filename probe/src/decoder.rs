//! Decoding a block.

use std::cell::RefCell;

use retrograde_db::file::{
    BlockDecoder, BlockNumber, BoundsDecoder, ByteSource, FormatError, Table, TableKind,
};

thread_local! {
    /// Each thread decodes with its own context, which would be costly to make for every block.
    static DECODER: RefCell<(BlockDecoder, Vec<u8>)> = RefCell::default();
    /// The same for blocks of bounds.
    static BOUNDS_DECODER: RefCell<(BoundsDecoder, Vec<u8>)> = RefCell::default();
}

/// Decodes a block, and gives its packed values, or the bytes of its bounds, to `read`, which must not
/// come back here.
pub(crate) fn decode<B: ByteSource, R>(
    table: &Table<B>,
    block: BlockNumber,
    read: impl FnOnce(&[u8]) -> R,
) -> Result<R, FormatError> {
    if table.header().kind == TableKind::Bounds {
        return BOUNDS_DECODER.with_borrow_mut(|(decoder, bytes)| {
            table.decode_bounds(block, decoder, bytes)?;
            Ok(read(bytes))
        });
    }
    DECODER.with_borrow_mut(|(decoder, packed)| {
        table.decode_block(block, decoder, packed)?;
        Ok(read(packed))
    })
}
