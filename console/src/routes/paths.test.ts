import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { paths, placeOf, type Place } from './paths.js'

describe('paths', () => {
  const places: readonly (readonly [string, Place])[] = [
    [paths.home(), { page: 'home' }],
    [paths.tables('eu-west-1'), { page: 'tables', region: 'eu-west-1' }],
    ['/console/eu-west-1', { page: 'tables', region: 'eu-west-1' }],
    [paths.createTable('eu-west-1'), { page: 'create-table', region: 'eu-west-1' }],
    [paths.table('eu-west-1', 'Music'), { page: 'table', region: 'eu-west-1', table: 'Music' }],
    [
      paths.table('eu-west-1', 'create', 'items'),
      { page: 'items', region: 'eu-west-1', table: 'create' },
    ],
    [paths.partiql('us-east-1'), { page: 'partiql', region: 'us-east-1' }],
    [paths.models(), { page: 'models' }],
    [paths.model('a1'), { page: 'model', modelId: 'a1' }],
    [paths.settings(), { page: 'settings' }],
    ['/console/us-east-1/nowhere', { page: 'missing' }],
    ['/console/us-east-1/tables/Music/nowhere', { page: 'missing' }],
  ]
  for (const [path, place] of places) {
    it(`reads ${path}`, () => assert.deepEqual(placeOf(path), place))
  }
})
