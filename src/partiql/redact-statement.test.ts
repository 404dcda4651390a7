import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactStatement } from './redact-statement.js'

describe('a statement that is written down', () => {
  const shows = (text: string, expected: string, table = 'T') =>
    void it(text.slice(0, 60), () => {
      assert.deepEqual(
        redactStatement(text, () => ['pk', 'sk']),
        { text: expected, table: table === 'none' ? undefined : table },
      )
    })
  const x = '***(Redacted)'

  shows(`SELECT a FROM T WHERE pk = 'k' AND b = 'v'`, `SELECT a FROM T WHERE pk = 'k' AND b = ${x}`)
  shows(`select * from "T" where "sk"=5`, `select * from "T" where "sk"=5`)
  shows(`SELECT * FROM T."i" WHERE m.pk = 'v'`, `SELECT * FROM T."i" WHERE m.pk = ${x}`)
  shows(`SELECT * FROM T WHERE pk IN ['a', 'b']`, `SELECT * FROM T WHERE pk IN [${x}, ${x}]`)
  shows(
    `UPDATE T SET pk = 'v', n = -3.5e1 WHERE pk='k'`,
    `UPDATE T SET pk = ${x}, n = -${x} WHERE pk='k'`,
  )
  shows(`INSERT INTO T VALUE {'pk':'k','b':TRUE}`, `INSERT INTO T VALUE {${x}:${x},${x}:${x}}`)
  shows(`DELETE FROM T -- it's secret\nWHERE pk = 'k' /* 'v' */`, `DELETE FROM T WHERE pk = 'k'`)
  shows(`SELECT * FROM T WHERE a = 'o''clock'`, `SELECT * FROM T WHERE a = ${x}`)
  shows(`SELECT 'unclosed FROM T`, x, 'none')
  shows(`'v'`, x, 'none')

  it('of an unknown table shows no value at all', () => {
    const { text } = redactStatement(`SELECT * FROM U WHERE pk = 'k'`, () => undefined)
    assert.equal(text, `SELECT * FROM U WHERE pk = ${x}`)
  })
})
