/** Filter patterns: what they let through, and which texts are invalid. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filterPatternCharactersMax, filterPatternNestingMax } from './limits.js'
import { runScript } from '../../test/support/scripts.js'
import { InvalidPattern, parseFilterPattern } from './filter-pattern.js'
import { matchesAny } from './match-pattern.js'

describe('a filter pattern', () => {
  runScript(import.meta.url, 'filter-patterns.txt', ({ argument, options }) => {
    try {
      return String(matchesAny([parseFilterPattern(argument)], options['record']))
    } catch (error) {
      if (error instanceof InvalidPattern) return `refused: ${error.message}`
      throw error
    }
  })

  it('may have as many characters as Lambda allows', () => {
    const pattern = (length: number) => `{"a":["${'x'.repeat(length - 10)}"]}`
    assert.ok(parseFilterPattern(pattern(filterPatternCharactersMax)))
    assert.throws(() => parseFilterPattern(pattern(filterPatternCharactersMax + 1)), InvalidPattern)
  })

  it('may be nested to a limit', () => {
    const pattern = (levels: number) => `${'{"a":'.repeat(levels)}[1]${'}'.repeat(levels)}`
    assert.ok(parseFilterPattern(pattern(filterPatternNestingMax)))
    assert.throws(() => parseFilterPattern(pattern(filterPatternNestingMax + 1)), InvalidPattern)
  })

  it('is one of several, of which one is enough', () => {
    const patterns = ['{"a":[1]}', '{"b":[1]}'].map(parseFilterPattern)
    assert.equal(matchesAny(patterns, { b: 1 }), true)
    assert.equal(matchesAny(patterns, { b: 2 }), false)
    assert.equal(matchesAny([], { b: 2 }), true)
  })
})
