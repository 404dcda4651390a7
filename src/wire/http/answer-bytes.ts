/**
 * Memory for the bytes of answers: parts of slabs that are used again once every answer in them is sent.
 *
 * New memory for each answer would be cold, and V8 counts it: a server that answers with pages would
 * collect garbage several times as often. In front of a body there is room for its head, so that both are
 * sent as one piece without a copy.
 *
 * Whoever sends an answer says so once, when the system has accepted all of it; nobody keeps the bytes for
 * longer than that. A slab with an answer that nobody reports is left to the garbage collector.
 */
import { ownMemory } from '../../stdx/own-memory.js'
import { answerHeadBytes, joinedAnswerBytesMax, ownMemoryBytesMin } from '../limits.js'

export const slabBytes = 256 * 1024
/** Slabs that are kept for later: more are rarely in use at once. */
const spareSlabsMax = 16

class Slab {
  readonly bytes = Buffer.allocUnsafeSlow(slabBytes)
  used = 0
  /** Answers that are not sent yet. */
  unsent = 0
}

/** A head and its body. */
export interface FramedAnswer {
  readonly bytes: Buffer
  readonly slab: Slab
}

const slabs = new WeakMap<ArrayBufferLike, Slab>()
const spare: Slab[] = []
let current = newSlab()

/** For the body of an answer. Not cleared: the caller fills all of it. */
export function answerBytes(length: number): Buffer {
  if (length >= ownMemoryBytesMin) return ownMemory(length)
  if (length > joinedAnswerBytesMax) return Buffer.allocUnsafeSlow(length)
  const start = take(answerHeadBytes + length) + answerHeadBytes
  return current.bytes.subarray(start, start + length)
}

/** The bytes of a head and its body, which is at most `joinedAnswerBytesMax` long. */
export function framed(head: string, body: Buffer): FramedAnswer {
  const slab = head.length <= answerHeadBytes ? slabs.get(body.buffer) : undefined
  return slab === undefined ? joined(head, body) : headed(slab, head, body)
}

/** Call once for each, when the system has accepted it: its memory is used again. */
export function answerSent({ slab }: FramedAnswer): void {
  slab.unsent--
  if (slab.unsent > 0 || slab === current) return
  slab.used = 0
  if (spare.length < spareSlabsMax) spare.push(slab)
}

function headed(slab: Slab, head: string, body: Buffer): FramedAnswer {
  const start = body.byteOffset - head.length
  slab.bytes.write(head, start, 'latin1')
  return { bytes: slab.bytes.subarray(start, body.byteOffset + body.length), slab }
}

function joined(head: string, body: Buffer): FramedAnswer {
  const start = take(head.length + body.length)
  const { bytes } = current
  bytes.write(head, start, 'latin1')
  bytes.set(body, start + head.length)
  return { bytes: bytes.subarray(start, start + head.length + body.length), slab: current }
}

/** Where `length` bytes of the current slab begin, for one answer. */
function take(length: number): number {
  if (current.unsent === 0) current.used = 0
  if (current.used + length > slabBytes) current = spare.pop() ?? newSlab()
  const start = current.used
  current.used += length
  current.unsent++
  return start
}

function newSlab(): Slab {
  const slab = new Slab()
  slabs.set(slab.bytes.buffer, slab)
  return slab
}
