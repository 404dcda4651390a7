/** Statements of all kinds, and what each declares that it touches. */
import type { Json } from './database-suite.js'

/** An input, then what is shown of each access. */
export type AccessRow = readonly [input: Json, ...expected: string[]]

export const statementRows: Readonly<Record<string, readonly AccessRow[]>> = {
  ExecuteStatement: [
    [
      { Statement: `SELECT x FROM things WHERE pk = 'a' AND n > 1` },
      'dynamodb:PartiQLSelect T pk n x: a [SPECIFIC_ATTRIBUTES]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk IN ['a', 'b'] OR (pk = 'c' AND n = 1)` },
      'dynamodb:PartiQLSelect T pk n: a b c [ALL_ATTRIBUTES]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE n = 1` },
      'dynamodb:PartiQLSelect T n: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk = 'a' OR pk > 'b'` },
      'dynamodb:PartiQLSelect T pk: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE NOT pk = 'a'` },
      'dynamodb:PartiQLSelect T pk: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things WHERE pk = 'a' OR n = 1` },
      'dynamodb:PartiQLSelect T pk n: any [ALL_ATTRIBUTES scan]',
    ],
    [
      { Statement: `SELECT * FROM things."groups" WHERE grp = 'g' ORDER BY grp` },
      'dynamodb:PartiQLSelect T/index/groups grp: g [ALL_PROJECTED_ATTRIBUTES]',
    ],
    [
      { Statement: `INSERT INTO things VALUE {'pk': 'a', 'x': 1}` },
      'dynamodb:PartiQLInsert T pk x: a []',
    ],
    [
      { Statement: `UPDATE things SET x = y + 1 WHERE pk = 'a'` },
      'dynamodb:PartiQLUpdate T x y pk: a [NONE]',
    ],
    [
      { Statement: `UPDATE things SET x = 1 WHERE pk = 'a' RETURNING MODIFIED OLD *` },
      'dynamodb:PartiQLUpdate T x pk: a [UPDATED_OLD]',
    ],
    [{ Statement: `DELETE FROM things WHERE pk = 'a'` }, 'dynamodb:PartiQLDelete T pk: a [NONE]'],
    [
      { Statement: `DELETE FROM things WHERE pk = 'a' RETURNING ALL OLD *` },
      'dynamodb:PartiQLDelete T pk: a [ALL_OLD]',
    ],
  ],
  ExecuteTransaction: [
    [
      {
        TransactStatements: [
          { Statement: `EXISTS(SELECT * FROM things WHERE pk = 'a' AND n = 1)` },
          {
            Statement: `DELETE FROM things WHERE pk = 'b'`,
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        ],
      },
      'dynamodb:PartiQLSelect T pk n: a [ALL_ATTRIBUTES ExecuteTransaction]',
      'dynamodb:PartiQLDelete T pk: b [ALL_OLD ExecuteTransaction]',
    ],
  ],
  BatchExecuteStatement: [
    [
      {
        Statements: [
          { Statement: `no statement` },
          { Statement: `SELECT * FROM things WHERE pk = 'a'` },
        ],
      },
      'dynamodb:PartiQLSelect T pk: a [ALL_ATTRIBUTES]',
    ],
  ],
}
