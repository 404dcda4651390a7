import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyUpdate } from '../expressions/apply-update.js'
import { holds } from '../expressions/evaluate-condition.js'
import { ServiceError } from '../model/errors.js'
import type { Item } from '../model/item.js'
import type { RawAttributeValue } from '../model/read-attribute-value.js'
import { runScript, type ScriptCommand } from '../../test/support/scripts.js'
import { readParameters } from './read-parameters.js'
import { readStatement } from './read-statement.js'

interface Options {
  readonly item?: Item
  readonly parameters?: readonly RawAttributeValue[]
}

type Answer = (argument: string, options: Options) => unknown

function read(text: string, { parameters }: Options) {
  return readStatement(text, parameters && readParameters(parameters))
}

const commands: Readonly<Record<string, Answer>> = {
  /** The statement as it was read. */
  read: (text, options) => read(text, options),
  /** Whether WHERE holds for the item. */
  where: (condition, options) => {
    const statement = read(`SELECT * FROM t WHERE ${condition}`, options)
    assert(statement.kind === 'select')
    return holds(statement.where!, options.item)
  },
  /** The item after the clauses were applied. */
  update: (clauses, options) => {
    const statement = read(`UPDATE t ${clauses} WHERE pk = 1`, options)
    assert(statement.kind === 'update')
    return applyUpdate({ actions: statement.actions, style: 'expression' }, options.item ?? {})
  },
  /** The item of an INSERT. */
  item: (tuple, options) => {
    const statement = read(`INSERT INTO t VALUE ${tuple}`, options)
    return statement.kind === 'insert' && statement.item
  },
  /** How SELECT names what it projects. */
  project: (paths, options) => {
    const statement = read(`SELECT ${paths} FROM t`, options)
    return statement.kind === 'select' && statement.projection
  },
  parameters: (_, { parameters = [] }) => readParameters(parameters),
}

function answer({ name, argument, options }: ScriptCommand): string {
  const command = commands[name]
  if (command === undefined) throw new Error(`no command named ${name}`)
  try {
    // A script's command is one line; ¶ writes a line break in a statement.
    return JSON.stringify(command(argument.replaceAll('¶', '\n'), options))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    assert.equal(error.type, 'ValidationException')
    return `refused: ${error.message}`
  }
}

const scripts = [
  'statements.txt',
  'syntax.txt',
  'values.txt',
  'conditions.txt',
  'condition-faults.txt',
  'updates.txt',
  'select.txt',
  'parameters.txt',
]

describe('PartiQL statements', () => {
  for (const script of scripts) runScript(import.meta.url, script, answer)

  it('do not mix up parameters of requests with one text', () => {
    const text = 'SELECT * FROM t WHERE pk = ?'
    const one = readStatement(text, [{ S: 'a' }])
    const two = readStatement(text, [{ S: 'b' }])
    assert.notDeepEqual(one, two)
  })
})
