import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  chmod,
  mkdir,
  readdir,
  rmdir,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { open } from 'lmdb'
import { systemSpace } from '../engine.js'
import { put, write } from '../engine-testing-suite.js'
import { StoreUnusable } from '../errors.js'
import { formatKey } from '../keyspace.js'
import { runProgram, withFolder } from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'

describe('a store that cannot be used', () => {
  it('is refused in a sentence when its file is not ours', () =>
    withFolder(async (dataDir) => {
      const contents = [
        Buffer.from('hello'),
        Buffer.from('hello world\n'.repeat(10_000)),
        randomBytes(100_000),
        Buffer.alloc(100_000),
      ]
      for (const content of contents) {
        await writeFile(join(dataDir, 'data.mdb'), content)
        await checkRefused(dataDir, /^The file .*data\.mdb is not a Gramme database\.$/)
        assert.ok(readFileSync(join(dataDir, 'data.mdb')).equals(content))
      }
    }))

  it('is refused when its file has lost its end', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      await write(engine, [put('big', Buffer.alloc(500_000), systemSpace)])
      for (let n = 0; n < 50; n++)
        await write(engine, [put(`k${n}`, randomBytes(900), systemSpace)])
      await engine.close()
      for (const length of [40_000, 8192 + 100, 8192]) {
        await truncate(join(dataDir, 'data.mdb'), length)
        await checkRefused(dataDir, /^The file .*data\.mdb is damaged: its end is missing\.$/)
      }
    }))

  it('is refused when its file is empty, unless it was being created', () =>
    withFolder(async (dataDir) => {
      await (await openDurable(dataDir)).close()
      assert.deepEqual((await readdir(dataDir)).sort(), ['data.mdb', 'lock.mdb'])
      await truncate(join(dataDir, 'data.mdb'), 0)
      await checkRefused(dataDir, /^The file .*data\.mdb is damaged: it is empty\./)
      await writeFile(join(dataDir, 'creating'), '')
      await (await openDurable(dataDir)).close()
      assert.deepEqual((await readdir(dataDir)).sort(), ['data.mdb', 'lock.mdb'])
    }))

  it('is refused when one of its files is not a file', () =>
    withFolder(async (dataDir) => {
      for (const name of ['lock.mdb', 'data.mdb']) {
        const path = join(dataDir, name)
        const sentence = new RegExp(`^The file .*${name} is not a regular file\\.$`)
        await mkdir(path)
        await checkRefused(dataDir, sentence)
        await rmdir(path)
        await symlink(join(dataDir, 'nowhere', 'x'), path)
        await checkRefused(dataDir, sentence)
        await unlink(path)
      }
    }))

  it('is refused if the folder is a file', () =>
    withFolder(async (folder) => {
      const path = join(folder, 'file')
      await writeFile(path, 'x')
      await checkRefused(path, /^The data folder .*file is not a folder\.$/)
      await checkRefused(join(path, 'below'), /^The data folder .*below is not a folder\.$/)
    }))

  it('is refused when the folder cannot be written to', () =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'locked')
      await mkdir(dataDir)
      await chmod(folder, 0o755)
      await chmod(dataDir, 0o555)
      // The superuser may write anywhere, so the program drops that right once it is loaded.
      const { output, errors } = await runProgram(
        dataDir,
        `if (process.getuid() === 0) process.seteuid(65534)
         await openLmdbEngine({ dataDir, durability: 'durable' }).catch((e) => console.log(e.name, e.message))`,
      )
      assert.match(output, /^StoreUnusable The data folder .*locked is not writable\.$/m, errors)
      assert.deepEqual(await readdir(dataDir), [])
    }))

  it('is left alone when its format is unknown', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      const record = { key: formatKey(), value: Buffer.from('{"store":2}') }
      await write(engine, [{ kind: 'put', space: systemSpace, ...record }])
      await engine.close()
      const before = readFileSync(join(dataDir, 'data.mdb'))
      await checkRefused(dataDir, /^The data folder .* does not know \(store 2\)\.$/)
      assert.ok(readFileSync(join(dataDir, 'data.mdb')).equals(before))
    }))

  it('is refused when another program keeps its data there', () =>
    withFolder(async (dataDir) => {
      const other = open({ path: dataDir, noSubdir: false, keyEncoding: 'binary' })
      await other.put(Buffer.of(0, 0, 0, 0, 7), 'theirs')
      await other.close()
      await checkRefused(dataDir, /^The data folder .* holds data that is not Gramme's\.$/)
    }))
})

function openDurable(dataDir: string) {
  return openLmdbEngine({ dataDir, durability: 'durable' })
}

async function checkRefused(dataDir: string, sentence: RegExp): Promise<void> {
  await assert.rejects(openDurable(dataDir), (error) => {
    assert.ok(error instanceof StoreUnusable, String(error))
    assert.match(error.message, sentence)
    return true
  })
}
