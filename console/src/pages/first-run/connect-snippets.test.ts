import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectSnippets } from './connect-snippets.js'

describe('how programs connect', () => {
  const place = { endpoint: 'http://db.example:8123', region: 'eu-west-3' }

  it('is said with the endpoint and the region, in every language', () => {
    const snippets = connectSnippets({ ...place, auth: 'open' })
    assert.equal(snippets.length, 9)
    for (const { name, text } of snippets) {
      assert.ok(text.includes(place.endpoint), name)
      assert.ok(text.includes(place.region), name)
    }
  })

  it('names no key where keys are checked', () => {
    for (const { text } of connectSnippets({ ...place, auth: 'iam' })) {
      assert.doesNotMatch(text, /["']local["']/)
    }
  })
})
