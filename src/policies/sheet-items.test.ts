/**
 * Decisions about items as AWS's guides and records have them, with the numbers of our sheet of facts:
 * table T has the partition key UserId and the sort key GameTitle, H has UserId, the index Top has GameTitle.
 */
import { describe } from 'node:test'
import {
  allow,
  checkCases,
  deny,
  identity,
  indexTop,
  tableH,
  tableT,
  type AskedRequest,
  type PolicyCase,
} from './policy-suite.js'

const keyNames = ['UserId', 'GameTitle']
const specific = { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }
const quiet = { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] }
const items = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
]
const owned = [...keyNames, 'Wins', 'Losses', 'TopScore', 'TopScoreDateTime']

const g1 = identity(
  allow(items, tableT, {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['u1'], 'dynamodb:Attributes': owned },
    StringEqualsIfExists: specific,
  }),
)
const leading = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['u1'] } }
const g2 = identity(allow(['GetItem', 'Query', 'Scan'], tableT, leading))
const g2n = identity(
  allow(['GetItem', 'Query', 'Scan'], tableT, {
    ...leading,
    Null: { 'dynamodb:LeadingKeys': 'false' },
  }),
)
const g3 = identity(
  allow(['UpdateItem', 'GetItem', 'Query', 'BatchGetItem', 'Scan'], [tableT, tableH], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['UserId', 'TopScore'] },
    StringEqualsIfExists: { ...specific, ...quiet },
  }),
)
const g4 = identity(
  allow('UpdateItem', tableT, {
    'ForAllValues:StringNotLike': {
      'dynamodb:Attributes': ['FreeGamesAvailable', 'BossLevelUnlocked'],
    },
    StringEqualsIfExists: quiet,
  }),
)
const g5 = identity(
  allow('Query', indexTop, {
    'ForAllValues:StringEquals': {
      'dynamodb:Attributes': ['GameTitle', 'TopScore', 'Wins', 'UserId'],
    },
    StringEquals: specific,
  }),
)
const g5b = identity(
  allow('Query', indexTop, { StringEquals: { 'dynamodb:Select': 'ALL_PROJECTED_ATTRIBUTES' } }),
)
const reads = ['GetItem', 'Query', 'Scan']
const g7 = identity(
  allow(reads, tableT),
  deny(reads, tableT, { 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': ['SSN', 'Card'] } }),
  deny(reads, tableT, { StringNotEqualsIfExists: specific }),
)
const itemActions = ['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']
const enclosed = {
  'ForAnyValue:StringEquals': {
    'dynamodb:EnclosingOperation': ['TransactWriteItems', 'TransactGetItems'],
  },
}
const x2 = identity(allow(itemActions, tableT, enclosed))
const x3 = identity(allow(itemActions, tableT), deny(itemActions, tableT, enclosed))
const x4 = identity(
  allow(itemActions, tableT, { StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' } }),
)
const q4 = identity(
  allow('PartiQL*', tableT, {
    StringEquals: { 'dynamodb:EnclosingOperation': 'ExecuteTransaction' },
  }),
)
const q6 = identity(
  allow('PartiQLSelect', tableT),
  deny('PartiQLSelect', tableT, { Bool: { 'dynamodb:FullTableScan': 'true' } }),
)

/** A read: whose, with what mentioned, and what is selected. */
function read(
  action: string,
  user: string | undefined,
  mentioned?: readonly string[],
): AskedRequest {
  return {
    action,
    keys: {
      ...(user === undefined ? {} : { LeadingKeys: user.split(' ') }),
      Attributes: [...keyNames, ...(mentioned ?? [])],
      Select: mentioned === undefined ? 'ALL_ATTRIBUTES' : 'SPECIFIC_ATTRIBUTES',
    },
  }
}

function write(action: string, user: string, mentioned: readonly string[] = []): AskedRequest {
  const Attributes = [...keyNames, ...mentioned]
  return { action, keys: { LeadingKeys: user.split(' '), Attributes, ReturnValues: 'NONE' } }
}

/** An update of H, whose key is UserId alone. */
function updateHero(mentioned: readonly string[], ReturnValues = 'NONE'): AskedRequest {
  const Attributes = ['UserId', ...mentioned]
  return {
    action: 'UpdateItem',
    on: tableH,
    keys: { LeadingKeys: ['u1'], Attributes, ReturnValues },
  }
}

function onTop(request: AskedRequest, Select?: string): AskedRequest {
  return { ...request, on: indexTop, keys: { ...request.keys, ...(Select && { Select }) } }
}

const within = (request: AskedRequest, EnclosingOperation: string): AskedRequest => ({
  ...request,
  keys: { ...request.keys, EnclosingOperation },
})

type Row = readonly [name: string, sets: Parameters<typeof checkCases>[1], ...cases: PolicyCase[]]

const rows: readonly Row[] = [
  [
    '1: G1, GetItem',
    g1,
    [read('GetItem', 'u1', ['Wins']), 'A'],
    [read('GetItem', 'u2', ['Wins']), 'D'],
    [read('GetItem', 'u1'), 'D'],
    [read('GetItem', 'u1', ['Email']), 'D'],
  ],
  [
    '2: G1, Query',
    g1,
    [read('Query', 'u1', ['Wins']), 'A'],
    [
      { action: 'Query', keys: { LeadingKeys: ['u1'], Attributes: ['UserId'], Select: 'COUNT' } },
      'D',
    ],
    [read('Query', 'u1', ['Wins', 'Email']), 'D'],
  ],
  [
    '3: G1, writes',
    g1,
    [write('PutItem', 'u1', ['Wins']), 'A'],
    [write('PutItem', 'u1', ['Wins', 'Email']), 'D'],
    [write('UpdateItem', 'u1', ['Wins', 'Email']), 'D'],
    [write('DeleteItem', 'u1'), 'A'],
    [write('DeleteItem', 'u2'), 'D'],
  ],
  [
    '4: G1, batches',
    g1,
    [read('BatchGetItem', 'u1 u2', ['Wins']), 'D'],
    [write('BatchWriteItem', 'u1'), 'A'],
    [write('BatchWriteItem', 'u1 u2'), 'D'],
  ],
  [
    '5: G1, other actions',
    g1,
    [{ action: 'Scan', keys: { Select: 'ALL_ATTRIBUTES' } }, 'D'],
    [onTop(read('Query', 'u1', ['Wins'])), 'D'],
    [read('PartiQLSelect', 'u1', ['Wins']), 'D'],
  ],
  [
    '6: G1, TransactWriteItems',
    g1,
    [within(write('PutItem', 'u1'), 'TransactWriteItems'), 'A'],
    [within(write('ConditionCheckItem', 'u1'), 'TransactWriteItems'), 'D'],
  ],
  ['7: G2, Scan', g2, [{ action: 'Scan', keys: { Select: 'ALL_ATTRIBUTES' } }, 'A']],
  ['7: G2n, Scan', g2n, [{ action: 'Scan', keys: { Select: 'ALL_ATTRIBUTES' } }, 'D']],
  ['8: G2', g2, [read('GetItem', 'u1'), 'A'], [read('GetItem', 'u2'), 'D']],
  [
    '9 and 10: G3, reads',
    g3,
    [
      {
        action: 'GetItem',
        on: tableH,
        keys: { Attributes: ['UserId', 'TopScore'], Select: 'SPECIFIC_ATTRIBUTES' },
      },
      'A',
    ],
    [read('GetItem', 'u1', ['TopScore']), 'D'],
    [
      {
        action: 'Scan',
        on: tableH,
        keys: { Attributes: ['TopScore'], Select: 'SPECIFIC_ATTRIBUTES' },
      },
      'A',
    ],
    [{ action: 'Scan', on: tableH, keys: { Select: 'ALL_ATTRIBUTES' } }, 'D'],
  ],
  [
    '11 and 12: G3, UpdateItem',
    g3,
    [updateHero(['TopScore']), 'A'],
    [updateHero(['TopScore'], 'ALL_NEW'), 'D'],
    [updateHero(['TopScore'], 'UPDATED_NEW'), 'A'],
    [updateHero(['Wins']), 'D'],
    [updateHero(['TopScore', 'Wins']), 'D'],
    [updateHero(['Stats']), 'D'],
  ],
  [
    '13: G4',
    g4,
    [write('UpdateItem', 'u1', ['Wins']), 'A'],
    [write('UpdateItem', 'u1', ['BossLevelUnlocked']), 'D'],
    [write('UpdateItem', 'u1', ['Wins', 'BossLevelUnlocked']), 'D'],
  ],
  [
    '14: G5',
    g5,
    [onTop(read('Query', 'g', ['Wins'])), 'A'],
    [onTop(read('Query', 'g'), 'ALL_PROJECTED_ATTRIBUTES'), 'D'],
    [read('Query', 'u1', ['Wins']), 'D'],
  ],
  [
    '15: G5b',
    g5b,
    [onTop(read('Query', 'g'), 'ALL_PROJECTED_ATTRIBUTES'), 'A'],
    [onTop(read('Query', 'g'), 'ALL_ATTRIBUTES'), 'D'],
  ],
  [
    '16: G7',
    g7,
    [read('GetItem', 'u1', ['Name']), 'A'],
    [read('GetItem', 'u1', ['Name', 'SSN']), 'X'],
    [read('GetItem', 'u1'), 'X'],
    [read('Query', 'u1', ['Name', 'SSN']), 'X'],
  ],
  [
    '17: a Deny with a bare operator on a list',
    identity(
      allow('*', '*'),
      deny('GetItem', '*', { StringEquals: { 'dynamodb:Attributes': 'ssn' } }),
    ),
    [read('GetItem', 'u1', ['ssn']), 'A'],
  ],
  [
    '18: an Allow with one',
    identity(allow('GetItem', '*', { StringEquals: { 'dynamodb:LeadingKeys': 'u1' } })),
    [read('GetItem', 'u1'), 'D'],
  ],
  [
    '19: a Deny with a negated one',
    identity(
      allow('*', '*'),
      deny('GetItem', '*', { StringNotEquals: { 'dynamodb:LeadingKeys': 'u1' } }),
    ),
    [read('GetItem', 'u2'), 'A'],
  ],
  [
    '20: X2',
    x2,
    [write('PutItem', 'u1'), 'D'],
    [within(write('PutItem', 'u1'), 'TransactWriteItems'), 'A'],
    [within(read('GetItem', 'u1'), 'TransactGetItems'), 'A'],
    [within(write('PutItem', 'u1'), 'ExecuteTransaction'), 'D'],
  ],
  [
    '21: X3',
    x3,
    [write('PutItem', 'u1'), 'A'],
    [within(write('PutItem', 'u1'), 'TransactWriteItems'), 'X'],
  ],
  [
    '22: X4',
    x4,
    [{ action: 'PutItem', keys: { ReturnValues: 'ALL_OLD' } }, 'D'],
    [{ action: 'PutItem', keys: { ReturnValues: 'NONE' } }, 'A'],
    [{ action: 'PutItem' }, 'A'],
  ],
  [
    '23: Q4',
    q4,
    [write('PartiQLInsert', 'u1'), 'D'],
    [within(write('PartiQLInsert', 'u1'), 'ExecuteTransaction'), 'A'],
    [within(write('PutItem', 'u1'), 'ExecuteTransaction'), 'D'],
  ],
  [
    '24: Q6',
    q6,
    [{ action: 'PartiQLSelect', keys: { LeadingKeys: ['u1'], FullTableScan: 'false' } }, 'A'],
    [{ action: 'PartiQLSelect', keys: { FullTableScan: 'true' } }, 'X'],
  ],
  [
    '25: an action named like the operation',
    identity(allow('TransactWriteItems', tableT)),
    [within(write('PutItem', 'u1'), 'TransactWriteItems'), 'D'],
  ],
  [
    '26: GetItem',
    identity(allow('GetItem', tableT)),
    [read('PartiQLSelect', 'u1'), 'D'],
    [within(read('GetItem', 'u1'), 'TransactGetItems'), 'A'],
    [read('BatchGetItem', 'u1'), 'D'],
  ],
  [
    '27: PutItem',
    identity(allow('PutItem', tableT)),
    [write('BatchWriteItem', 'u1'), 'D'],
    [within(write('PutItem', 'u1'), 'TransactWriteItems'), 'A'],
    [{ ...write('PutItem', 'u1'), on: tableH }, 'D'],
  ],
  ['28: a table', identity(allow('*', tableT)), [onTop(read('Query', 'g')), 'D']],
  [
    '28: its indexes',
    identity(allow('*', [tableT, `${tableT}/index/*`])),
    [onTop(read('Query', 'g')), 'A'],
  ],
  [
    '28: a wildcard',
    identity(allow('*', tableT.replace('GameScores', 'Game*'))),
    [onTop(read('Query', 'g')), 'A'],
  ],
  [
    '52: like',
    identity(
      allow('GetItem', '*', { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['u1*'] } }),
    ),
    [read('GetItem', 'u1-x'), 'A'],
    [read('GetItem', 'u2'), 'D'],
  ],
  [
    '52: the second partition key of a table that has one',
    identity(
      allow('GetItem', '*', {
        'ForAllValues:StringEquals': { 'dynamodb:SecondPartitionKeyValues': ['x'] },
      }),
    ),
    [read('GetItem', 'u1'), 'A'],
    [{ action: 'GetItem', keys: { SecondPartitionKeyValues: ['y'] } }, 'D'],
  ],
]

describe('our sheet of facts, items', () => {
  for (const [name, sets, ...cases] of rows) checkCases(name, sets, cases)
})
