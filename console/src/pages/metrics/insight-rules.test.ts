import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reportSeconds, rulesOf } from './insight-rules.js'

describe('rules of Contributor Insights', () => {
  it('are named after what they count', () => {
    const names = ['SKT', 'PKC', 'PKT', 'SKC'].map(
      (kind) => `DynamoDBContributorInsights-${kind}-Music-1794830400000`,
    )
    assert.deepEqual(
      rulesOf([...names, 'Other']).map(({ label }) => label),
      [
        'Other',
        'Partition keys by units',
        'Items by units',
        'Partition keys by throttled requests',
        'Items by throttled requests',
      ],
    )
  })

  it('keep what they count for a day', () => {
    assert.equal(reportSeconds(3600), 3600)
    assert.equal(reportSeconds(86_401), 86_400)
  })
})
