/** What a request calls for: the operation named by its target and the input in its body. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
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
