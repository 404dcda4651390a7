/** What ImportTable asks for. Everything that needs no table is checked here. */
import type { ImportTableInput, InputFormatOptions } from '../../../api/generated/dynamodb-types.js'
import { validation } from '../../../model/errors.js'
import { requestNotValid } from '../../../model/recovery-errors.js'
import type { ImportCsvOptions, ImportWish } from '../../../transfers/import-details.js'
import { readTableDraft, type DraftContext } from '../tables/read-table-draft.js'

export function readImport(input: ImportTableInput, ctx: DraftContext): ImportWish {
  const { ClientToken, S3BucketSource, InputFormat, TableCreationParameters: parameters } = input
  if (ClientToken === undefined) throw noToken()
  const csv = readCsvOptions(InputFormat, input.InputFormatOptions)
  const draft = readTableDraft(parameters, ctx)
  const { S3Bucket, S3BucketOwner, S3KeyPrefix } = S3BucketSource
  return {
    clientToken: ClientToken,
    source: { bucket: S3Bucket, bucketOwner: S3BucketOwner, prefix: S3KeyPrefix },
    format: InputFormat,
    csv,
    compression: input.InputCompressionType ?? 'NONE',
    parameters,
    draft,
  }
}

/** AWS: it is required on the wire; SDKs fill it in. */
function noToken() {
  return validation(
    "1 validation error detected: Value null at 'clientToken' failed to satisfy constraint: Member must not be null",
  )
}

function readCsvOptions(
  format: string,
  options: InputFormatOptions | undefined,
): ImportCsvOptions | undefined {
  const csv = options?.Csv
  if (csv === undefined) return undefined
  if (format !== 'CSV') {
    throw requestNotValid(`Unsupported InputFormatOptions for the given input format: ${format}.`)
  }
  return { delimiter: csv.Delimiter, header: csv.HeaderList }
}
