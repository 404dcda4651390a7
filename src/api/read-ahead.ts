/**
 * Reads the attribute values of a long request in turns (`stdx/turns.ts`), before the request itself
 * is decoded, checked and read in one go. Those then find most of their work done.
 *
 * Knows no shapes: it looks for lists and maps whose elements are attribute values. Values are put
 * into normal form in their places, and a container is remembered if all of its values are good. Bad
 * ones are left alone, for the request to report in its own order and words.
 */
import { checkAttributeName } from '../model/attribute-name.js'
import type { AttributeValue } from '../model/attribute-value.js'
import { valueSizeBytes } from '../model/item-size.js'
import { findFacts, rememberFacts, rememberNames } from '../model/read-ahead.js'
import { readAttributeValue, type RawAttributeValue } from '../model/read-attribute-value.js'
import { nextTurn, Steps } from '../stdx/turns.js'
import { decodeAttributeValueElement } from '../model/decode-attribute-value.js'

/** Smaller containers are read again with what contains them. */
const rememberedWeightMin = 64
/** The names of wider maps are remembered. */
export const wideMapMembers = 1000
/** Deeper values are refused whatever they are. */
const framesMax = 100
const stepsPerValue = 40

type Container = Record<string, unknown> | unknown[]

/** A list or map that is being read. */
interface Frame {
  readonly container: Container
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined
  /** Whether its elements look like attribute values, and none was bad so far. */
  isGood: boolean
  next: number
  /** Whether the containers inside the next element have been read. */
  isEntered: boolean
  weight: number
  levels: number
  sizeBytes: number
}

/** The JSON must belong to the caller alone: values in it are replaced. */
export async function readAhead(json: unknown): Promise<void> {
  const steps = new Steps()
  const frames: Frame[] = isContainer(json) ? [frameOf(json)] : []
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const inner = enterNext(frame, frames.length)
    if (inner !== undefined) frames.push(inner)
    else if (frame.next === lengthOf(frame)) finish(frames.pop()!)
    else if (steps.take(readNext(frame))) await nextTurn()
  }
}

function isContainer(json: unknown): json is Container {
  return typeof json === 'object' && json !== null
}

function frameOf(container: Container): Frame {
  const names = Array.isArray(container) ? undefined : Object.keys(container)
  if (names !== undefined && names.length > wideMapMembers) rememberNames(container, names)
  const first =
    names === undefined
      ? (container as unknown[])[0]
      : (container as Record<string, unknown>)[names[0]!]
  const counts = { next: 0, isEntered: false, weight: 0, levels: 0, sizeBytes: 0 }
  return { container, names, isGood: typeIn(first) !== undefined, ...counts }
}

function lengthOf({ container, names }: Frame): number {
  return names === undefined ? (container as unknown[]).length : names.length
}

function elementOf({ container, names }: Frame, index: number): unknown {
  if (names === undefined) return (container as unknown[])[index]
  return (container as Record<string, unknown>)[names[index]!]
}

/** The frame of a container that must be read before the next element. */
function enterNext(frame: Frame, depth: number): Frame | undefined {
  if (frame.isEntered || frame.next === lengthOf(frame) || depth > framesMax) return undefined
  frame.isEntered = true
  const element = elementOf(frame, frame.next)
  const inner = frame.isGood ? payloadIn(element) : element
  return isContainer(inner) ? frameOf(inner) : undefined
}

/** The list or map of an attribute value. */
function payloadIn(element: unknown): Container | undefined {
  const type = typeIn(element)
  if (type !== 'L' && type !== 'M') return undefined
  const payload = (element as Record<string, unknown>)[type]
  return isContainer(payload) && Array.isArray(payload) === (type === 'L') ? payload : undefined
}

const types = new Set(['S', 'N', 'B', 'BOOL', 'NULL', 'SS', 'NS', 'BS', 'L', 'M'])

/** The name of the only member, if it is a type. */
function typeIn(element: unknown): string | undefined {
  if (!isContainer(element) || Array.isArray(element)) return undefined
  let found: string | undefined
  for (const name in element) {
    if (found !== undefined) return undefined
    found = name
  }
  return found !== undefined && types.has(found) ? found : undefined
}

/** Returns how many steps it took. */
function readNext(frame: Frame): number {
  const index = frame.next++
  frame.isEntered = false
  if (!frame.isGood) return stepsPerValue
  try {
    return stepsPerValue * readElement(frame, index)
  } catch {
    frame.isGood = false
    return stepsPerValue
  }
}

/** Returns its weight: the number of values in it that were not remembered before. */
function readElement(frame: Frame, index: number): number {
  const name = frame.names?.[index]
  if (name !== undefined) checkAttributeName(name)
  const element = elementOf(frame, index)
  const decoded = decodeAttributeValueElement(element) as RawAttributeValue
  const value = readAttributeValue(decoded)
  if (value !== element) replace(frame, index, value)
  frame.levels = Math.max(frame.levels, levelsOf(value))
  frame.sizeBytes += valueSizeBytes(value) + (name === undefined ? 1 : Buffer.byteLength(name))
  const weight = weightOf(value)
  frame.weight += weight
  return weight
}

function replace({ container, names }: Frame, index: number, value: AttributeValue): void {
  const how = { value, configurable: true, enumerable: true, writable: true }
  Object.defineProperty(container, names === undefined ? index : names[index]!, how)
}

function levelsOf(value: AttributeValue): number {
  const inner = 'L' in value ? value.L : 'M' in value ? value.M : undefined
  if (inner === undefined) return 1
  const known = findFacts(inner)
  if (known !== undefined) return 1 + known.levels
  return 1 + Object.values(inner).reduce((most, each) => Math.max(most, levelsOf(each)), 0)
}

function weightOf(value: AttributeValue): number {
  if ('SS' in value) return value.SS.length
  if ('NS' in value) return value.NS.length
  if ('BS' in value) return value.BS.length
  const inner = 'L' in value ? value.L : 'M' in value ? value.M : undefined
  if (inner === undefined || findFacts(inner) !== undefined) return 1
  return Object.values(inner).reduce((sum, each) => sum + weightOf(each), 1)
}

function finish({ container, isGood, weight, levels, sizeBytes }: Frame): void {
  if (isGood && weight >= rememberedWeightMin) rememberFacts(container, { levels, sizeBytes })
}
