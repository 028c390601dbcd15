//! A stream of record batches.

use std::ops::Range;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use futures_core::Stream;
use futures_core::future::BoxFuture;

use super::AsyncFileReader;
use crate::error::Result;
use crate::push_decoder::{DecodeResult, ParquetPushDecoder, PushDecoderInput};
use crate::reader::{
    ArrowReaderBuilder, ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
};

/// Builds streams of record batches.
///
/// ```no_run
/// # use herringbone_arrow_bridge::*;
/// # async fn open<T: AsyncFileReader + Unpin + 'static>(file: T) -> Result<()> {
/// let builder = ParquetRecordBatchStreamBuilder::new(file).await?;
/// let mask = ProjectionMask::columns(builder.parquet_schema(), ["fare"]);
/// let mut stream = builder.with_projection(mask).build()?;
/// while let Some(row_group) = stream.next_row_group().await? {
///     for batch in row_group {
///         println!("{} rows", batch?.num_rows());
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub type ParquetRecordBatchStreamBuilder<T> = ArrowReaderBuilder<AsyncReader<T>>;

/// An asynchronous source, as the builder holds it.
#[derive(Debug)]
pub struct AsyncReader<T>(T);

impl<T> AsyncReader<T> {
    pub(super) fn reader(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: AsyncFileReader + Send + 'static> ParquetRecordBatchStreamBuilder<T> {
    /// Opens a file with the default options.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub async fn new(input: T) -> Result<Self> {
        Self::new_with_options(input, ArrowReaderOptions::default()).await
    }

    /// Opens a file.
    ///
    /// # Errors
    ///
    /// As [`ParquetRecordBatchStreamBuilder::new`], and a schema or index that the options ask for
    /// and the file does not have.
    pub async fn new_with_options(mut input: T, options: ArrowReaderOptions) -> Result<Self> {
        let metadata = ArrowReaderMetadata::load_async(&mut input, options).await?;
        Ok(Self::new_with_metadata(input, metadata))
    }

    /// Uses metadata loaded before, so that it is parsed once for many streams.
    pub fn new_with_metadata(input: T, metadata: ArrowReaderMetadata) -> Self {
        Self::new_builder(AsyncReader(input), metadata)
    }

    /// Builds the stream.
    ///
    /// # Errors
    ///
    /// A row group that is not there, or a column that cannot be read into its type.
    pub fn build(self) -> Result<ParquetRecordBatchStream<T>> {
        let (AsyncReader(input), builder) = self.replace_input(PushDecoderInput::default());
        Ok(ParquetRecordBatchStream {
            decoder: builder.build()?,
            request: Request::None(input),
        })
    }
}

/// Record batches from an asynchronous source, row group by row group.
///
/// The bytes of one row group are fetched, those of projected columns and selected pages, and
/// decoded where the stream is polled. A batch never holds rows of two row groups. After an error
/// the stream is at its end.
pub struct ParquetRecordBatchStream<T> {
    decoder: ParquetPushDecoder,
    request: Request<T>,
}

/// What is asked of the source, which is inside the future meanwhile.
enum Request<T> {
    None(T),
    Pending(Vec<Range<u64>>, BoxFuture<'static, (T, Result<Vec<Bytes>>)>),
    Finished,
}

impl<T> std::fmt::Debug for ParquetRecordBatchStream<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetRecordBatchStream")
            .field("decoder", &self.decoder)
            .finish_non_exhaustive()
    }
}

impl<T> ParquetRecordBatchStream<T> {
    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        self.decoder.schema()
    }
}

impl<T: AsyncFileReader + Unpin + Send + 'static> ParquetRecordBatchStream<T> {
    /// A reader of the next row group, whose bytes have been fetched; `None` at the end.
    ///
    /// It decodes without this stream, on another thread if wanted, while this one fetches on.
    ///
    /// # Errors
    ///
    /// A failing source, pages that a predicate looks at and that cannot be decoded. The stream is
    /// at its end then.
    pub async fn next_row_group(&mut self) -> Result<Option<ParquetRecordBatchReader>> {
        std::future::poll_fn(|cx| self.poll_with(cx, ParquetPushDecoder::try_next_reader)).await
    }

    /// Decodes by `decode`, and fetches what that needs.
    fn poll_with<O>(
        &mut self,
        cx: &mut Context<'_>,
        decode: impl Fn(&mut ParquetPushDecoder) -> Result<DecodeResult<O>>,
    ) -> Poll<Result<Option<O>>> {
        loop {
            self.request = match std::mem::replace(&mut self.request, Request::Finished) {
                Request::Finished => return Poll::Ready(Ok(None)),
                Request::None(input) => match decode(&mut self.decoder)? {
                    DecodeResult::Finished => return Poll::Ready(Ok(None)),
                    DecodeResult::Data(output) => {
                        self.request = Request::None(input);
                        return Poll::Ready(Ok(Some(output)));
                    }
                    DecodeResult::NeedsData(ranges) => {
                        Request::Pending(ranges.clone(), Box::pin(fetch(input, ranges)))
                    }
                },
                Request::Pending(ranges, mut future) => {
                    let Poll::Ready((input, data)) = future.as_mut().poll(cx) else {
                        self.request = Request::Pending(ranges, future);
                        return Poll::Pending;
                    };
                    self.decoder.push_ranges(ranges, data?)?;
                    Request::None(input)
                }
            }
        }
    }
}

async fn fetch<T: AsyncFileReader>(
    mut input: T,
    ranges: Vec<Range<u64>>,
) -> (T, Result<Vec<Bytes>>) {
    let data = input.get_byte_ranges(ranges).await;
    (input, data)
}

impl<T: AsyncFileReader + Unpin + Send + 'static> Stream for ParquetRecordBatchStream<T> {
    type Item = Result<RecordBatch>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let result = ready!(self.poll_with(cx, ParquetPushDecoder::try_decode));
        Poll::Ready(result.transpose())
    }
}
