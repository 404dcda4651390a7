import { describe } from 'node:test'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { DocumentPath } from '../model/document-path.js'
import { runScript, type ScriptCommand } from '../../test/support/scripts.js'
import { applyUpdate } from './apply-update.js'
import { holds } from './evaluate-condition.js'
import { readAttributesToGet } from './legacy/attributes-to-get.js'
import { readAttributeUpdates } from './legacy/attribute-updates.js'
import { readExpected } from './legacy/expected.js'
import { readFilterConditions } from './legacy/filter-conditions.js'
import { pickPaths, project } from './project.js'
import { readExpressions, type ExpressionRequest } from './read-expressions.js'
import { removesOnly } from './update.js'

/** All options a block may have; each command uses its own. */
interface Options {
  readonly item?: Item
  readonly names?: ExpressionRequest['names']
  readonly values?: ExpressionRequest['values']
  readonly paths?: readonly DocumentPath[]
  readonly request?: ExpressionRequest
  readonly expected?: Parameters<typeof readExpected>[0]
  readonly conditions?: Parameters<typeof readFilterConditions>[0]
  readonly updates?: Parameters<typeof readAttributeUpdates>[0]
  readonly attributes?: readonly string[]
}

type Answer = (argument: string, options: Options) => unknown

const commands: Readonly<Record<string, Answer>> = {
  eval: (condition, { item, names, values }) =>
    holds(readExpressions({ condition, names, values }).condition!, item),
  filter: (filter, { item, names, values }) =>
    holds(readExpressions({ filter, names, values }).filter!, item),
  update: (update, { item = {}, names, values }) =>
    applyUpdate(readExpressions({ update, names, values }).update!, item),
  'removes-only': (update, { values }) => removesOnly(readExpressions({ update, values }).update!),
  project: (projection, { item = {}, names }) =>
    project(readExpressions({ projection, names }).projection!, item),
  pick: (_, { item = {}, paths = [] }) => pickPaths(item, paths),
  read: (_, { request = {} }) => Object.keys(readExpressions(request)).length > 0 && 'fine',
  expected: (operator, { expected, item }) =>
    holdsOrAbsent(readExpected(expected, conditionalOperator(operator)), item),
  conditions: (operator, { conditions, item }) =>
    holdsOrAbsent(readFilterConditions(conditions, conditionalOperator(operator)), item),
  updates: (_, { updates = {}, item = {} }) => applyUpdate(readAttributeUpdates(updates), item),
  get: (_, { attributes = [], item = {} }) => project(readAttributesToGet(attributes), item),
}

function conditionalOperator(text: string): 'AND' | 'OR' | undefined {
  return text === 'AND' || text === 'OR' ? text : undefined
}

function holdsOrAbsent(condition: ReturnType<typeof readExpected>, item: Item | undefined) {
  return condition === undefined ? 'no condition' : holds(condition, item)
}

function answer({ name, argument, options }: ScriptCommand): string {
  const command = commands[name]
  if (command === undefined) throw new Error(`no command named ${name}`)
  const before = JSON.stringify(options)
  const text = answerOf(() => command(argument, options))
  if (JSON.stringify(options) !== before) throw new Error('the command changed what it was given')
  return text
}

function answerOf(run: () => unknown): string {
  try {
    const result = run()
    return typeof result === 'string' ? result : JSON.stringify(result)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return `${error.family ?? 'bare'}: ${error.message}`
  }
}

const scripts = [
  'conditions.txt',
  'condition-faults.txt',
  'syntax.txt',
  'updates.txt',
  'update-faults.txt',
  'projections.txt',
  'substitutions.txt',
  'legacy.txt',
]

describe('expressions', () => {
  for (const script of scripts) runScript(import.meta.url, script, answer)
})
