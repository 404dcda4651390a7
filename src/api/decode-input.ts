/**
 * Parsed JSON becomes the input of an operation: every member has the JSON type its shape asks for,
 * members the model does not know and nulls are gone, and what AWS converts is converted.
 *
 * Nothing is copied that did not change, so an ordinary request comes back as the object it was.
 * Lengths, ranges and required members are not looked at: `check-constraints.ts` does that next.
 */
import { compileDecoder } from './compile-decoder.js'
import type { Decode } from './decode-scalars.js'
import { requireOperation, type ServiceOperation } from './services.js'

const decoders = new Map<ServiceOperation, Decode>()

export function decodeInput(service: string, operation: string, json: unknown): unknown {
  return decoderOf(requireOperation(service, operation))(json)
}

/** Compiled at first use: a server that starts has sixty-odd operations and needs few of them. */
function decoderOf(operation: ServiceOperation): Decode {
  const known = decoders.get(operation)
  if (known !== undefined) return known
  const decoder = compileDecoder(operation.shapes, operation.inputShape, 'element')
  decoders.set(operation, decoder)
  return decoder
}
