import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { iamOn, ownEngine, sharedEngine, testAccount } from './iam-suite.js'
import { addRootKey, ensureRootKey, RootKeyRefused, setRootKey } from './root-key.js'

const first = { accessKeyId: 'FIRST', secretAccessKey: 'first secret' }
const second = { accessKeyId: 'SECOND', secretAccessKey: 'second secret' }

describe('the key of a root', () => {
  it('is made by one of several servers', async () => {
    const engine = await sharedEngine()
    const servers = Array.from({ length: 5 }, () => iamOn(engine))
    const made = await Promise.all(
      servers.map(({ store, keys }) => ensureRootKey(store, keys, testAccount)),
    )
    const [key, ...others] = made.filter((each) => each !== undefined)
    assert.deepEqual(others, [])
    assert.equal(await secretOf(servers[0]!, key!.accessKeyId), key!.secretAccessKey)
    assert.deepEqual((await rootOf(servers[1]!))?.accessKeyIds, [key!.accessKeyId])
  })

  it('is not made again after it was deleted', async () => {
    const server = iamOn(await ownEngine())
    const { store, keys, put } = server
    await ensureRootKey(store, keys, testAccount)
    const root = (await rootOf(server))!
    await put({ at: addressOf(testAccount), record: { ...root, accessKeyIds: [] } })
    assert.equal(await ensureRootKey(store, keys, testAccount), undefined)
  })

  it('that is set replaces the one that was set before, and no other', async () => {
    const server = iamOn(await ownEngine())
    const { store, keys } = server
    const made = (await ensureRootKey(store, keys, testAccount))!
    await setRootKey(store, keys, testAccount, first)
    assert.equal(await secretOf(server, 'FIRST'), 'first secret')
    await setRootKey(store, keys, testAccount, { ...first, secretAccessKey: 'changed' })
    assert.equal(await secretOf(server, 'FIRST'), 'changed')
    await setRootKey(store, keys, testAccount, second)
    assert.equal(await secretOf(server, 'FIRST'), 'unknown')
    assert.equal(await secretOf(server, 'SECOND'), 'second secret')
    assert.equal(await secretOf(server, made.accessKeyId), made.secretAccessKey)
    assert.deepEqual((await rootOf(server))?.accessKeyIds, [made.accessKeyId, 'SECOND'])
  })

  it('that is set again stays as it is, also if it was deactivated', async () => {
    const server = iamOn(await ownEngine())
    const { store, keys, put } = server
    await setRootKey(store, keys, testAccount, first)
    const at = { kind: 'accessKey', id: 'FIRST' } as const
    const record = (await store.find(at))!
    await put({ at, record: { ...record, isActive: false } })
    await setRootKey(store, keys, testAccount, first)
    assert.equal(await secretOf(server, 'FIRST'), 'unknown')
  })

  it('cannot be somebody else’s', async () => {
    const server = iamOn(await ownEngine())
    const { store, keys, putKey } = server
    await putKey(keys.make({ account: testAccount, userName: 'alice' }, first))
    await assert.rejects(setRootKey(store, keys, testAccount, first), RootKeyRefused)
    assert.equal(await rootOf(server), undefined)
  })

  it('is one of two at most', async () => {
    const { store, keys } = iamOn(await ownEngine())
    await addRootKey(store, keys, testAccount)
    await addRootKey(store, keys, testAccount)
    await assert.rejects(addRootKey(store, keys, testAccount), RootKeyRefused)
    await assert.rejects(setRootKey(store, keys, testAccount, first), RootKeyRefused)
  })
})

type Server = ReturnType<typeof iamOn>

function rootOf({ store }: Server) {
  return store.find(addressOf(testAccount))
}

function addressOf(account: string) {
  return { kind: 'root', account, name: 'root' } as const
}

async function secretOf({ credentials }: Server, id: string): Promise<string> {
  const found = await credentials.find(id, undefined)
  return typeof found === 'string' ? found : found.secretAccessKey
}
