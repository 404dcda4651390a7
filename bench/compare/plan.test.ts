import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { partNames, planOf, UnknownWords } from './plan.js'
import { rowNames } from './rows.js'

describe('plan of the comparison', () => {
  it('has everything without words', () => {
    const plan = planOf([])
    assert.deepEqual(plan.parts, partNames)
    assert.deepEqual(plan.rows, rowNames)
    assert.ok(['lmdb', 'memory', 'dynoxide'].every((id) => plan.contenders.includes(id)))
    assert.ok(!plan.contenders.includes('in-place'))
    assert.equal(plan.narrowed, false)
  })

  it('takes the rows, contenders and parts that are named', () => {
    const plan = planOf(['getitem', 'Query', 'lmdb', 'rows', '--draw'])
    assert.deepEqual(plan.rows, ['GetItem', 'Query of 20'])
    assert.deepEqual(plan.contenders, ['lmdb'])
    assert.deepEqual(plan.parts, ['rows'])
    assert.equal(plan.narrowed, true)
  })

  it('has contenders that have to be named', () => {
    assert.deepEqual(planOf(['in-place', 'lmdb']).contenders, ['lmdb', 'in-place'])
  })

  it('has only the rows if it is to be quick', () => {
    assert.deepEqual(planOf(['quick']).parts, ['rows'])
    assert.deepEqual(planOf(['quick', 'stream']).parts, ['stream'])
  })

  it('refuses a word that names nothing', () => {
    assert.throws(() => planOf(['GetItem', 'GetItems']), UnknownWords)
  })
})
