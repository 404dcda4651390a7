/** Decisions by the keys of items, from AWS’s examples and from records. */
import { describe } from 'node:test'
import { allow, checkCases, deny, identity, indexTop, tableH, tableT } from './policy-suite.js'

const itemActions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
]
const specific = { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }
const keyNames = ['UserId', 'GameTitle']
const wins = { Attributes: [...keyNames, 'Wins'], Select: 'SPECIFIC_ATTRIBUTES' }

describe('items of one owner and some attributes', () => {
  const listed = [...keyNames, 'Wins', 'Losses', 'TopScore', 'TopScoreDateTime']
  const owner = identity(
    allow(itemActions, tableT, {
      'ForAllValues:StringEquals': {
        'dynamodb:LeadingKeys': ['u1'],
        'dynamodb:Attributes': listed,
      },
      StringEqualsIfExists: specific,
    }),
  )
  const own = { LeadingKeys: ['u1'], ...wins }
  const withEmail = [...keyNames, 'Email']
  checkCases('GetItem', owner, [
    [{ action: 'GetItem', keys: own }, 'A'],
    [{ action: 'GetItem', keys: { ...own, LeadingKeys: ['u2'] } }, 'D'],
    [
      {
        action: 'GetItem',
        keys: { LeadingKeys: ['u1'], Attributes: keyNames, Select: 'ALL_ATTRIBUTES' },
      },
      'D',
    ],
    [{ action: 'GetItem', keys: { ...own, Attributes: withEmail } }, 'D'],
  ])
  checkCases('Query, PutItem and UpdateItem', owner, [
    [{ action: 'Query', keys: own }, 'A'],
    [{ action: 'Query', keys: { ...own, Select: 'COUNT' } }, 'D'],
    [{ action: 'PutItem', keys: { LeadingKeys: ['u1'], Attributes: wins.Attributes } }, 'A'],
    [{ action: 'PutItem', keys: { LeadingKeys: ['u1'], Attributes: withEmail } }, 'D'],
    [{ action: 'UpdateItem', keys: { LeadingKeys: ['u1'], Attributes: withEmail } }, 'D'],
  ])
  checkCases('batches: one foreign key denies all of it', owner, [
    [{ action: 'BatchGetItem', keys: { ...own, LeadingKeys: ['u1', 'u2'] } }, 'D'],
    [{ action: 'BatchWriteItem', keys: { LeadingKeys: ['u1'], Attributes: keyNames } }, 'A'],
    [{ action: 'BatchWriteItem', keys: { LeadingKeys: ['u1', 'u2'], Attributes: keyNames } }, 'D'],
  ])
  checkCases('other actions and resources', owner, [
    [{ action: 'Scan', keys: {} }, 'D'],
    [{ action: 'Query', on: indexTop, keys: own }, 'D'],
    [{ action: 'PartiQLSelect', keys: own }, 'D'],
    [{ action: 'ConditionCheckItem', keys: own }, 'D'],
  ])
  const leading = allow(['GetItem', 'Query', 'Scan'], tableT, {
    'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['u1'] },
  })
  checkCases('a Scan has no leading keys, so a condition on all of them holds', identity(leading), [
    [{ action: 'Scan' }, 'A'],
    [{ action: 'GetItem', keys: { LeadingKeys: ['u1'] } }, 'A'],
    [{ action: 'GetItem', keys: { LeadingKeys: ['u2'] } }, 'D'],
  ])
  const present = { ...leading.Condition, Null: { 'dynamodb:LeadingKeys': 'false' } }
  checkCases('unless the key must be there', identity({ ...leading, Condition: present }), [
    [{ action: 'Scan' }, 'D'],
    [{ action: 'GetItem', keys: { LeadingKeys: ['u1'] } }, 'A'],
  ])
})

describe('attributes, projections and return values', () => {
  const some = identity(
    allow(['UpdateItem', 'GetItem', 'Query', 'BatchGetItem', 'Scan'], [tableT, tableH], {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['UserId', 'TopScore'] },
      StringEqualsIfExists: {
        ...specific,
        'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
      },
    }),
  )
  const score = { Attributes: ['UserId', 'TopScore'], Select: 'SPECIFIC_ATTRIBUTES' }
  const write = { Attributes: ['UserId', 'TopScore'], ReturnValues: 'NONE' }
  checkCases('only these attributes', some, [
    [{ action: 'GetItem', on: tableH, keys: score }, 'A'],
    [{ action: 'GetItem', keys: { ...score, Attributes: [...keyNames, 'TopScore'] } }, 'D'],
    [{ action: 'Scan', on: tableH, keys: score }, 'A'],
    [{ action: 'Scan', on: tableH, keys: { Select: 'ALL_ATTRIBUTES' } }, 'D'],
    [{ action: 'UpdateItem', on: tableH, keys: write }, 'A'],
    [{ action: 'UpdateItem', on: tableH, keys: { ...write, ReturnValues: 'ALL_NEW' } }, 'D'],
    [{ action: 'UpdateItem', on: tableH, keys: { ...write, Attributes: ['UserId', 'Wins'] } }, 'D'],
    [
      { action: 'UpdateItem', on: tableH, keys: { ...write, Attributes: ['UserId', 'Stats'] } },
      'D',
    ],
  ])
  const allBut = identity(
    allow('UpdateItem', tableT, {
      'ForAllValues:StringNotLike': {
        'dynamodb:Attributes': ['FreeGamesAvailable', 'BossLevelUnlocked'],
      },
    }),
  )
  checkCases('all but these attributes', allBut, [
    [{ action: 'UpdateItem', keys: { Attributes: [...keyNames, 'Wins'] } }, 'A'],
    [{ action: 'UpdateItem', keys: { Attributes: [...keyNames, 'BossLevelUnlocked'] } }, 'D'],
    [{ action: 'UpdateItem', keys: { Attributes: ['Wins', 'BossLevelUnlocked'] } }, 'D'],
  ])
  const indexOnly = identity(
    allow('Query', indexTop, {
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': ['GameTitle', 'TopScore', 'Wins', 'UserId'],
      },
      StringEquals: specific,
    }),
  )
  checkCases('an index alone', indexOnly, [
    [{ action: 'Query', on: indexTop, keys: { ...wins, Attributes: ['GameTitle', 'Wins'] } }, 'A'],
    [{ action: 'Query', on: indexTop, keys: { Select: 'ALL_PROJECTED_ATTRIBUTES' } }, 'D'],
    [{ action: 'Query', keys: wins }, 'D'],
  ])
  const secrets = ['SSN', 'Card']
  const noSecrets = identity(
    allow(['GetItem', 'Query', 'Scan'], tableT),
    deny(['GetItem', 'Query', 'Scan'], tableT, {
      'ForAnyValue:StringEquals': { 'dynamodb:Attributes': secrets },
    }),
    deny(['GetItem', 'Query', 'Scan'], tableT, { StringNotEqualsIfExists: specific }),
  )
  checkCases('secrets are denied', noSecrets, [
    [{ action: 'GetItem', keys: { ...wins, Attributes: ['Name'] } }, 'A'],
    [{ action: 'GetItem', keys: { ...wins, Attributes: ['Name', 'SSN'] } }, 'X'],
    [{ action: 'GetItem', keys: { Attributes: keyNames, Select: 'ALL_ATTRIBUTES' } }, 'X'],
    [{ action: 'Query', keys: { ...wins, Attributes: ['Name', 'SSN'] } }, 'X'],
  ])
})

describe('an operator without a prefix on a key with a list', () => {
  const everything = allow('*', '*')
  const ssn = { action: 'GetItem', keys: { Attributes: ['ssn'] } }
  checkCases(
    'makes a Deny that never applies',
    identity(everything, deny('GetItem', '*', { StringEquals: { 'dynamodb:Attributes': 'ssn' } })),
    [[ssn, 'A']],
  )
  checkCases(
    'makes an Allow that never applies',
    identity(allow('GetItem', '*', { StringEquals: { 'dynamodb:LeadingKeys': 'u1' } })),
    [[{ action: 'GetItem', keys: { LeadingKeys: ['u1'] } }, 'D']],
  )
  checkCases(
    'also if it is negated',
    identity(
      everything,
      deny('GetItem', '*', { StringNotEquals: { 'dynamodb:LeadingKeys': 'u1' } }),
    ),
    [[{ action: 'GetItem', keys: { LeadingKeys: ['u2'] } }, 'A']],
  )
})

describe('transactions and statements', () => {
  const actions = ['PutItem', 'GetItem', 'UpdateItem', 'DeleteItem']
  const enclosed = {
    'ForAnyValue:StringEquals': {
      'dynamodb:EnclosingOperation': ['TransactWriteItems', 'TransactGetItems'],
    },
  }
  const inside = { action: 'PutItem', keys: { EnclosingOperation: 'TransactWriteItems' } }
  checkCases('only within a transaction', identity(allow(actions, tableT, enclosed)), [
    [{ action: 'PutItem' }, 'D'],
    [inside, 'A'],
  ])
  checkCases(
    'never within a transaction',
    identity(allow(actions, tableT), deny(actions, tableT, enclosed)),
    [
      [{ action: 'PutItem' }, 'A'],
      [inside, 'X'],
    ],
  )
  const silent = allow(actions, tableT, {
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  })
  checkCases('only what returns nothing', identity(silent), [
    [{ action: 'PutItem', keys: { ReturnValues: 'ALL_OLD' } }, 'D'],
    [{ action: 'PutItem', keys: { ReturnValues: 'NONE' } }, 'A'],
  ])
  const statements = allow('PartiQL*', tableT, {
    StringEquals: { 'dynamodb:EnclosingOperation': 'ExecuteTransaction' },
  })
  checkCases(
    'statements only within a transaction',
    identity({ ...statements, Action: 'dynamodb:PartiQL*' }),
    [
      [{ action: 'PartiQLInsert' }, 'D'],
      [{ action: 'PartiQLInsert', keys: { EnclosingOperation: 'ExecuteTransaction' } }, 'A'],
    ],
  )
  const noScans = identity(
    allow('PartiQLSelect', tableT),
    deny('PartiQLSelect', tableT, { Bool: { 'dynamodb:FullTableScan': true } }),
  )
  checkCases('no SELECT that reads a whole table', noScans, [
    [{ action: 'PartiQLSelect', keys: { FullTableScan: 'false' } }, 'A'],
    [{ action: 'PartiQLSelect', keys: { FullTableScan: 'true' } }, 'X'],
  ])
})
