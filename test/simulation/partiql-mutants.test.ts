/**
 * Statements with words dropped, doubled, swapped or inserted from elsewhere, alone, in batches and
 * in transactions: each gets an answer of the service, never an internal error.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { below, chanceOf, oneOf, seed, type Chance } from '../support/chance.js'
import { connect, type CallAnswer, type Json } from '../support/client.js'
import { indexed } from '../support/tables.js'
import { randomValue } from './random-items.js'
import type { Value } from './values.js'

const mutants = 500
const parameterCount = 4

const client = await connect()
const table = await client.createTable(indexed)
for (const sk of ['1', '2', '3']) {
  const Item = {
    pk: { S: 'p' },
    sk: { S: sk },
    n: { N: sk },
    local: { S: 'l' },
    global: { S: 'g' },
  }
  await client.ask('PutItem', { TableName: table, Item })
}

const originals: readonly (readonly string[])[] = [
  `SELECT * FROM "${table}" WHERE pk = 'p' AND sk BETWEEN '1' AND '2' AND n IN [ 1 , ? ]`,
  `SELECT pk , m . a [ 0 ] FROM "${table}" . "by-local" WHERE pk = ? ORDER BY "local" DESC`,
  `SELECT * FROM "${table}" . "by-global" WHERE "global" IN [ 'g' , 'h' ] OR NOT n <> 1 ;`,
  `SELECT n FROM "${table}" WHERE ( pk = 'p' AND sk = '1' ) OR ( pk = ? AND begins_with ( sk , '2' ) )`,
  `INSERT INTO "${table}" VALUE { 'pk' : ? , 'sk' : 'x' , 'l' : [ 1 , { 'a' : << 'b' , 'c' >> } ] , 'n' : - 1.5 }`,
  `UPDATE "${table}" SET n = n + ? , l = list_append ( l , [ 1 ] ) REMOVE a . b SET s = set_add ( s , << 1 >> ) WHERE pk = 'p' AND sk = '1' RETURNING MODIFIED NEW *`,
  `DELETE FROM "${table}" WHERE pk = 'p' AND sk = ? AND attribute_type ( n , 'N' ) RETURNING ALL OLD *`,
  `EXISTS ( SELECT * FROM "${table}" WHERE pk = 'p' AND sk = '1' AND size ( n ) > 0 )`,
  `FROM "${table}" WHERE pk = 'p' AND sk = '2' AND n IS NOT MISSING SET a = TRUE , b = NULL`,
].map((text) => text.split(' '))
const words = [...new Set(originals.flat())]

describe(`statements with words out of place (seed ${seed})`, () => {
  it('are answered', async () => {
    const chance = chanceOf(seed)
    const types = new Map<string, number>()
    for (let n = 0; n < mutants; n++) {
      for (const type of await checkMutant(chance)) types.set(type, (types.get(type) ?? 0) + 1)
    }
    assert.ok(types.size >= 2, JSON.stringify([...types]))
  })
})

/** Returns the kinds of answers it got. */
async function checkMutant(chance: Chance): Promise<readonly string[]> {
  const Parameters = Array.from({ length: parameterCount }, () => randomParameter(chance))
  const member = { Statement: randomMutant(chance), Parameters }
  const healthy = { Statement: `DELETE FROM "${table}" WHERE pk = 'nobody' AND sk = '1'` }
  const [operation, input] = oneOf<readonly [string, Json]>(chance, [
    ['ExecuteStatement', member],
    ['ExecuteStatement', member],
    ['BatchExecuteStatement', { Statements: [member, healthy] }],
    ['ExecuteTransaction', { TransactStatements: [healthy, member] }],
  ])
  const answer = await client.call(operation, input)
  const context = `seed ${seed}: ${operation} ${JSON.stringify(input)}: ${JSON.stringify(answer.body)}`
  assert.ok(answer.status === 200 || answer.status === 400, context)
  assert.match(answer.type ?? 'done', expectedTypes, context)
  assert.ok(!codesOf(answer).includes('InternalServerError'), context)
  return [answer.type ?? 'done']
}

/** Often a value that may be a key. */
function randomParameter(chance: Chance): Value {
  return chance() < 0.7 ? { S: oneOf(chance, ['p', '1', '2']) } : randomValue(chance)
}

const expectedTypes =
  /^(done|ValidationException|ResourceNotFoundException|ConditionalCheckFailedException|DuplicateItemException|TransactionCanceledException)$/

/** The error codes of members and of cancellation reasons. */
function codesOf({ body }: CallAnswer): readonly string[] {
  const members = (body['Responses'] ?? []) as readonly { Error?: { Code: string } }[]
  const reasons = (body['CancellationReasons'] ?? []) as readonly { Code: string }[]
  return [...members.map((member) => member.Error?.Code ?? ''), ...reasons.map(({ Code }) => Code)]
}

function randomMutant(chance: Chance): string {
  const mutant = [...oneOf(chance, originals)]
  for (let times = 1 + below(chance, 2); times > 0; times--)
    oneOf(chance, mutations)(chance, mutant)
  return mutant.join(oneOf(chance, [' ', '\n', ' /* */ '])) || ' '
}

const mutations: readonly ((chance: Chance, mutant: string[]) => void)[] = [
  (chance, mutant) => mutant.splice(below(chance, mutant.length), 1 + below(chance, 3)),
  (chance, mutant) => mutant.splice(below(chance, mutant.length), 0, oneOf(chance, words)),
  (chance, mutant) => mutant.splice(below(chance, mutant.length), 1, oneOf(chance, words)),
  (chance, mutant) => {
    const at = below(chance, mutant.length)
    mutant.splice(at, 0, ...mutant.slice(at, at + 1 + below(chance, 4)))
  },
]
