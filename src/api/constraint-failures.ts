/** Constraint failures, combined into the one sentence that reports them all. */
import { validation } from '../model/errors.js'
import { constraintFailuresMax } from '../model/limits.js'
import { capitalPathText, pathText, type Path } from './constraint-path.js'
import { shortened } from './print-value.js'

/** Whether a failure repeats the value, and how it spells the path, if at all. */
export type Wording = 'value' | 'no-value' | 'no-value-capital-path' | 'bare'

export interface Gathering {
  readonly failuresMax: number
  readonly hidesTexts: boolean
  readonly sentences: string[]
}

export function newGathering(
  failuresMax: number = constraintFailuresMax,
  hidesTexts = false,
): Gathering {
  return { failuresMax, hidesTexts, sentences: [] }
}

export function addMissing(gathering: Gathering, path: Path): void {
  const value = gathering.hidesTexts ? 'Value' : 'Value null'
  const subject = `${value} at '${shortened(pathText(path))}'`
  add(gathering, () => `${subject} failed to satisfy constraint: Member must not be null`)
}

export interface ConstraintFailure {
  readonly constraint: string
  /** Prints the value; called only if the failure is going to be reported. */
  readonly print: () => string
  readonly wording?: Wording
}

export function addFailure(gathering: Gathering, path: Path, failure: ConstraintFailure): void {
  add(gathering, () => sentenceOf(path, failure))
}

function add(gathering: Gathering, spell: () => string): void {
  if (gathering.sentences.length < gathering.failuresMax) gathering.sentences.push(spell())
}

function sentenceOf(path: Path, failure: ConstraintFailure): string {
  const { constraint, wording } = failure
  if (wording === 'bare') return `Failed to satisfy constraint: ${constraint}`
  return `${subject(path, failure)} failed to satisfy constraint: ${constraint}`
}

function subject(path: Path, { print, wording }: ConstraintFailure): string {
  if (wording === 'no-value') return `Value at '${shortened(pathText(path))}'`
  if (wording === 'no-value-capital-path') return `Value at '${shortened(capitalPathText(path))}'`
  return `Value '${shortened(print())}' at '${shortened(pathText(path))}'`
}

export function throwIfAny({ sentences }: Gathering): void {
  if (sentences.length === 0) return
  const errors = sentences.length === 1 ? 'error' : 'errors'
  throw validation(`${sentences.length} validation ${errors} detected: ${sentences.join('; ')}`)
}
