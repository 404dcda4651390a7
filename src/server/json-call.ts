/** A call of the public API, in JSON: over HTTP, or within this process. */
import type { InputOf, OperationId, OutputOf } from '../api/services.js'

export type JsonCall = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
) => Promise<NonNullable<OutputOf<Id>>>
