//! A table of any bytes: opened, verified, decoded. Never a panic, never a value that is none; and the
//! same whether bytes are in memory or are copied piece by piece.
#![no_main]

use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use retrograde_db::file::{
    BlockDecoder, BlockNumber, BoundCodes, BoundsDecoder, ByteSource, FormatError, Table, TableKind,
    value_in_packed,
};

/// Bytes that are handed out as those of a file are: in a buffer of the reader.
struct Copied<'a>(&'a [u8]);

impl ByteSource for Copied<'_> {
    fn byte_count(&self) -> u64 {
        self.0.len() as u64
    }

    fn read<'a>(&'a self, range: Range<u64>, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], FormatError> {
        let mut unused = Vec::new();
        let bytes = self.0.read(range, &mut unused)?;
        buffer.clear();
        buffer.extend_from_slice(bytes);
        Ok(buffer)
    }
}

/// Everything that a table says.
fn contents<B: ByteSource>(bytes: B) -> Result<Vec<Result<Vec<u8>, FormatError>>, FormatError> {
    let table = Table::open(bytes)?;
    let kind = table.header().kind;
    let (mut decoder, mut bounds_decoder) = (BlockDecoder::new(), BoundsDecoder::new());
    let mut block = |number| {
        let mut packed = Vec::new();
        if kind == TableKind::Bounds {
            table.decode_bounds(BlockNumber(number), &mut bounds_decoder, &mut packed)?;
        } else {
            table.decode_block(BlockNumber(number), &mut decoder, &mut packed)?;
        }
        let values = table.header().values_in_block(number).expect("the block was decoded");
        assert_eq!(packed.len(), kind.decoded_len(values));
        // Every byte is a distance, but not every one holds five values, or a bound.
        assert!((0..values).all(|place| match kind {
            TableKind::WinDrawLoss => value_in_packed(&packed, place).is_some(),
            TableKind::PliesToConversion | TableKind::PliesToWin => true,
            TableKind::Bounds => BoundCodes::in_block(&packed, place).is_some(),
        }));
        Ok(packed)
    };
    let blocks: Vec<_> = (0..table.block_count()).map(&mut block).collect();
    assert!(block(table.block_count()).is_err() && block(u64::MAX).is_err());
    assert_eq!(table.verify().is_ok(), blocks.iter().all(Result::is_ok));
    let last = table.header().positions.wrapping_sub(1);
    assert!(table.header().positions == 0 || table.locate(last).is_some());
    assert_eq!(table.locate(table.header().positions), None);
    Ok(blocks)
}

fuzz_target!(|input: &[u8]| {
    let bytes = retrograde_fuzz::table_bytes(input);
    assert_eq!(contents(&bytes[..]), contents(Copied(&bytes)));
});
