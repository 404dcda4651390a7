/** What a request calls for: the operation named by its target and the input in its body. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { serialization, unknownOperation } from '../../../model/errors.js'
import type { Operation } from '../../../operations/operation.js'

export type OperationsByTarget = ReadonlyMap<string, Operation>

/** A target is the prefix of a service and the name of an operation, with a point between. */
export function byTarget(operations: readonly Operation[]): OperationsByTarget {
  return new Map(
    operations.flatMap((operation) => {
      const { service, name } = operation.definition
      return service.targetPrefix === undefined
        ? []
        : [[`${service.targetPrefix}.${name}`, operation] as const]
    }),
  )
}

export function requireTarget(
  target: string | undefined,
  operations: OperationsByTarget,
): Operation {
  const operation = target === undefined ? undefined : operations.get(target)
  if (operation === undefined) throw unknownOperation()
  return operation
}

/** Undefined for an empty body, which is a fault only once everything else is known to be right. */
export function parseInput(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = requireText(body)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw serialization()
  }
}

/** Both ways around `toString('utf8')`, which takes several times as long once a text is not ASCII. */
function requireText(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1')
  // Broken UTF-8 would come out as replacement characters, and be stored as such.
  if (!isUtf8(body)) throw serialization()
  return transcode(body, 'utf8', 'utf16le').toString('utf16le')
}
