/** The inner loops of a search, in WebAssembly: `kernel.wat` says what they compute. */
import { kernelBytes } from './generated/kernel-bytes.js'
import { webAssembly, type WasmMemory } from './web-assembly.js'

/** Addresses are those of the memory that the kernel was made for. */
type ScoreArguments = [
  list: number,
  listEnd: number,
  numbers: number,
  bytes: number,
  query: number,
  queryScale: number,
  shift: number,
  keys: number,
]

type ScoreRows = (...parameters: ScoreArguments) => void

type BoundArguments = [
  group: number,
  groupEnd: number,
  bytes: number,
  tables: number,
  step: number,
  base: number,
  shift: number,
  queryError: number,
  bounds: number,
]

type TurnArguments = [values: number, end: number, from: number, to: number, seed: number]

export interface Kernel {
  readonly turn: (...parameters: TurnArguments) => void
  readonly boundSigns: (...parameters: BoundArguments) => void
  readonly scoreBytes: ScoreRows
  readonly scoreFloats: ScoreRows
}

/** Of a row's numbers and of the query's, in a group of either kernel. */
export const groupBytes = 32

/** How many rows have their signs in one group. */
export const signGroupRows = 16

/** What the sums of a row's signs have to stay below. */
export const signSumMax = 65_535

/** What a number of the query may be, for sums to fit: see `kernel.wat`. */
export const queryCodeMax = 16_383

let compiled: object | undefined

export function createKernel(memory: WasmMemory): Kernel {
  compiled ??= new webAssembly.Module(Buffer.from(kernelBytes, 'base64'))
  return new webAssembly.Instance(compiled, { gramme: { memory } }).exports as unknown as Kernel
}
