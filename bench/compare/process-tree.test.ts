import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { processTree, treeProcessorNs, treeResidentBytes } from './process-tree.js'

/** Linux counts in hundredths of a second, user and system time apart. */
const tickNs = 1e7

describe('tree of processes', { skip: process.platform !== 'linux' }, () => {
  it('has the processes that a process started, and counts what they take', async () => {
    const child = spawn('sleep', ['600'])
    try {
      await once(child, 'spawn')
      assert.deepEqual(processTree(child.pid!), [child.pid])
      const tree = processTree(process.pid)
      assert.ok(tree[0] === process.pid && tree.includes(child.pid!))
      const { user, system } = process.cpuUsage()
      assert.ok(treeProcessorNs(process.pid) >= (user + system) * 1000 - 2 * tickNs)
      assert.ok(treeResidentBytes(process.pid) > treeResidentBytes(child.pid!))
      assert.ok(treeResidentBytes(child.pid!) > 0)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })
})
