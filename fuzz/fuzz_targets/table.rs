//! A table of any bytes: opened, verified, decoded. Never a panic, never a value that is none; and the
//! same whether bytes are in memory or are copied piece by piece.
#![no_main]

use std::ops::Range;

use libfuzzer_sys::fuzz_target;
use retrograde_db::file::{BlockDecoder, BlockNumber, ByteSource, FormatError, Table, value_in_packed};

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
    let mut decoder = BlockDecoder::new();
    let mut block = |number| {
        let mut packed = Vec::new();
        table.decode_block(BlockNumber(number), &mut decoder, &mut packed)?;
        let values = table.header().values_in_block(number).expect("the block was decoded");
        let kind = table.header().kind;
        assert_eq!(packed.len(), kind.decoded_len(values));
        // Every byte is a distance, but not every one holds five values.
        let all_values = || (0..values).all(|place| value_in_packed(&packed, place).is_some());
        assert!(kind.distance().is_some() || all_values());
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
