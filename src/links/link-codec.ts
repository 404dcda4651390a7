/** What the requests and answers between deployments look like. `wire/` has the code for that. */
import type { OperationId } from '../api/services.js'

export interface LinkCodec {
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  pathOf(id: OperationId): string
  encode(id: OperationId, input: unknown): Buffer
  /** Throws if it is not an answer of this operation. */
  decode(id: OperationId, body: Buffer): unknown
  /** Undefined if it is no error of ours. */
  decodeError(body: Buffer): ToldError | undefined
}

export interface ToldError {
  readonly type: string
  readonly message: string
}
