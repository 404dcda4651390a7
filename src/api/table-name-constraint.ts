/**
 * Table names, which may also be ARNs. Which sentence a bad one gets, and whether it is reported
 * among other failures, differs by operation; the quirks of the service say how.
 */
import { validation } from '../model/errors.js'
import { tableNameLengthMax, tableNameLengthMin } from '../model/limits.js'
import { addFailure, addMissing, newGathering, throwIfAny } from './constraint-failures.js'
import type { Gathering } from './constraint-failures.js'
import { memberPath, type Path } from './constraint-path.js'
import type { TableNameRule } from './quirks.js'

/** For operations without a rule, and for names inside transactions and batches. */
export const usualTableNameRule: TableNameRule = {
  alone: false,
  bareMissing: false,
  lengthFirst: false,
  emptyIsShort: true,
  emptyAlone: false,
}

export const tableNamePath = memberPath(undefined, 'TableName')

const arnLengthMax = 1024
const namePattern = /^[a-zA-Z0-9_.-]+$/

/** Whether the text claims to be an ARN. The operation checks whether it is one. */
function isArn(text: string): boolean {
  return text.startsWith('arn:')
}

export function checkTableName(
  name: string,
  path: Path,
  gathering: Gathering,
  rule: TableNameRule,
): void {
  const fail = (constraint: string) =>
    addFailure(gathering, path, { constraint, print: () => name })
  if (isArn(name)) return checkLength(name, 1, arnLengthMax, fail)
  if (name === '' && rule.emptyIsShort) return fail(tooShort(1))
  if (!rule.lengthFirst) checkPattern(name, fail)
  checkLength(name, tableNameLengthMin, tableNameLengthMax, fail)
  if (rule.lengthFirst) checkPattern(name, fail)
}

function checkPattern(name: string, fail: (constraint: string) => void): void {
  if (namePattern.test(name)) return
  fail('Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+')
}

/** Whether a key of a map can name a table. The map reports all its bad keys in one sentence. */
export function isTableKey(key: string): boolean {
  const gathering = newGathering()
  checkTableName(key, tableNamePath, gathering, usualTableNameRule)
  return gathering.sentences.length === 0
}

export const tableKeyConstraint =
  `Map keys must satisfy constraint: [Member must have length less than or equal to ${tableNameLengthMax}, ` +
  `Member must have length greater than or equal to ${tableNameLengthMin}, ` +
  'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]'

function checkLength(
  name: string,
  min: number,
  max: number,
  fail: (constraint: string) => void,
): void {
  if (name.length < min) fail(tooShort(min))
  if (name.length > max) fail(`Member must have length less than or equal to ${max}`)
}

function tooShort(min: number): string {
  return `Member must have length greater than or equal to ${min}`
}

/** Checks an operation's table name before anything else. */
export function leadWithTableName(name: string | undefined, rule: TableNameRule): void {
  if (name === undefined && rule.bareMissing) {
    throw validation("The parameter 'TableName' is required but was not present in the request")
  }
  if (name === '' && rule.emptyAlone) reportEmpty()
  if (rule.alone) reportAlone(name, rule)
}

function reportEmpty(): void {
  const gathering = newGathering()
  addFailure(gathering, tableNamePath, {
    constraint: tooShort(1),
    print: () => '',
    wording: 'no-value-capital-path',
  })
  throwIfAny(gathering)
}

function reportAlone(name: string | undefined, rule: TableNameRule): void {
  const gathering = newGathering()
  if (name === undefined) addMissing(gathering, tableNamePath)
  else checkTableName(name, tableNamePath, gathering, rule)
  throwIfAny(gathering)
}
