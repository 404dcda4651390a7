/** What StartBulkPutItems asks for. Everything that needs no table is checked here. */
import type {
  InputS3Configuration,
  OutputS3Configuration,
  StartBulkPutItemsInput,
} from '../../../api/generated/dynamodb-types.js'
import { validation } from '../../../model/errors.js'
import type { BulkInput, BulkOutput, BulkReport } from '../../../transfers/bulk-details.js'
import type { RequestContext } from '../../operation.js'
import { requestDigest } from '../../request-digest.js'
import { requireTableName } from '../tables/table-name.js'

export interface BulkPutWish {
  readonly tableName: string
  readonly token: { readonly token: string; readonly digest: string } | undefined
  readonly input: BulkInput
  readonly output: BulkOutput
  readonly writeUnitsMax: number | undefined
  readonly sent: {
    readonly input: unknown
    readonly output: unknown
    readonly performanceTier?: string
  }
}

export function readBulkPut(request: StartBulkPutItemsInput, ctx: RequestContext): BulkPutWish {
  const { InputS3Configuration, OutputS3Configuration, PerformanceTier } = request
  return {
    tableName: requireTableName(ctx.caller, request.TableName),
    token: readToken(request),
    input: readInput(InputS3Configuration),
    output: readOutput(OutputS3Configuration),
    writeUnitsMax: request.MaxWriteRequestUnits,
    sent: {
      input: InputS3Configuration,
      output: OutputS3Configuration,
      performanceTier: PerformanceTier,
    },
  }
}

/** The constraints have been checked: the texts are among the known ones. */
function readInput(input: InputS3Configuration): BulkInput {
  return {
    bucket: input.S3Bucket,
    bucketOwner: input.S3BucketOwner,
    prefix: input.S3KeyPrefix,
    format: input.InputFormat as BulkInput['format'],
    compression: (input.InputCompressionType ?? 'NONE') as BulkInput['compression'],
  }
}

const reports: ReadonlySet<string> = new Set(['ERROR', 'CONDITION_CHECK_FAILURE'])

function readOutput(output: OutputS3Configuration): BulkOutput {
  const { S3Bucket, S3BucketOwner, S3KeyPrefix, OutputType } = output
  if (S3Bucket === undefined) throw missing('outputS3Configuration.s3Bucket')
  const unknown = OutputType.find((type) => !reports.has(type))
  if (unknown !== undefined) throw unknownReport(unknown)
  return {
    bucket: S3Bucket,
    bucketOwner: S3BucketOwner,
    prefix: S3KeyPrefix,
    reports: [...new Set(OutputType)] as BulkReport[],
    kmsKeyId: output.S3SseKmsKeyId,
  }
}

/** AWS: the model lets it be absent, the documentation does not. */
function missing(member: string) {
  return validation(
    `1 validation error detected: Value null at '${member}' failed to satisfy constraint: Member must not be null`,
  )
}

function unknownReport(type: string) {
  return validation(
    `1 validation error detected: Value '[${type}]' at 'outputS3Configuration.outputType' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [ERROR, CONDITION_CHECK_FAILURE]]`,
  )
}

function readToken({ ClientToken: token, ...rest }: StartBulkPutItemsInput) {
  if (token === undefined) return undefined
  return { token, digest: requestDigest(rest).toString('base64') }
}
