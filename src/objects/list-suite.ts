/** How every object store lists objects. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { compareStrings } from '../model/set-order.js'
import type { ListOptions, ObjectStore } from './object-store.js'

const keys = ['a', 'a-b', 'a/1', 'a/2', 'a/b/3', 'a0', 'b/', 'b/x', 'c', 'd/e/f/g', 'z']

export function listSuite(storeOf: () => ObjectStore): void {
  describe('lists', () => {
    before(async () => {
      await storeOf().createBucket('listed')
      for (const key of keys) {
        const writer = await storeOf().write('listed', key)
        await writer.finish()
      }
    })

    const check = (options: Omit<ListOptions, 'entriesMax'>, expected: string): void => {
      it(`${JSON.stringify(options)}: ${expected}`, async () => {
        for (const entriesMax of [1, 2, 1000]) {
          assert.equal(await listed(storeOf(), options, entriesMax), expected)
        }
      })
    }
    check({}, keys.join(' '))
    check({ prefix: 'a' }, 'a a-b a/1 a/2 a/b/3 a0')
    check({ prefix: 'a/' }, 'a/1 a/2 a/b/3')
    check({ prefix: 'a/b' }, 'a/b/3')
    check({ prefix: 'nothing' }, '')
    check({ after: 'a/1' }, 'a/2 a/b/3 a0 b/ b/x c d/e/f/g z')
    check({ after: 'a/b' }, 'a/b/3 a0 b/ b/x c d/e/f/g z')
    check({ after: 'zz' }, '')
    check({ prefix: 'a/', after: 'a/1' }, 'a/2 a/b/3')
    check({ delimiter: '/' }, 'a a-b a/* a0 b/* c d/* z')
    check({ delimiter: '/', prefix: 'a/' }, 'a/1 a/2 a/b/*')
    check({ delimiter: '/', prefix: 'b' }, 'b/*')
    check({ delimiter: '/', prefix: 'd/e' }, 'd/e/*')
    check({ delimiter: '/', after: 'a/' }, 'a0 b/* c d/* z')
    check({ delimiter: '-' }, 'a a-* a/1 a/2 a/b/3 a0 b/ b/x c d/e/f/g z')
  })
}

/** All pages, in order, common prefixes with a star. */
async function listed(
  store: ObjectStore,
  options: Omit<ListOptions, 'entriesMax'>,
  entriesMax: number,
): Promise<string> {
  const all: string[] = []
  let { after } = options
  for (;;) {
    const page = await store.list('listed', { ...options, after, entriesMax })
    const entries = [
      ...page.objects.map(({ key }) => [key, key] as const),
      ...page.commonPrefixes.map((prefix) => [prefix, `${prefix}*`] as const),
    ]
    assert.ok(entries.length <= entriesMax)
    entries.sort(([a], [b]) => compareStrings(a, b))
    all.push(...entries.map(([, shown]) => shown))
    assert.equal(page.more, page.next !== undefined)
    if (page.next === undefined) return all.join(' ')
    assert.equal(entries.length, entriesMax)
    after = page.next
  }
}
