/** What a request calls for: the operation named by its target and the input in its body. */
import { isUtf8 } from 'node:buffer'
import { serialization, unknownOperation } from '../../model/errors.js'
import type { Dispatcher } from '../../operations/dispatcher.js'

export interface Target {
  readonly service: string
  readonly operation: string
}

export function requireTarget(target: string | undefined, dispatcher: Dispatcher): Target {
  const point = target?.indexOf('.') ?? -1
  if (target === undefined || point === -1) throw unknownOperation()
  const service = target.slice(0, point)
  const operation = target.slice(point + 1)
  if (!dispatcher.knows(service, operation)) throw unknownOperation()
  return { service, operation }
}

/** Undefined for an empty body, which is a fault only once everything else is known to be right. */
export function parseInput(body: Buffer): unknown {
  if (body.length === 0) return undefined
  // Broken UTF-8 would come out as replacement characters, and be stored as such.
  if (!isUtf8(body)) throw serialization()
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    throw serialization()
  }
}
