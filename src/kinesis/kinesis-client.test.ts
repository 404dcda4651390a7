import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { findKinesisPackageFault } from './kinesis-client.js'

describe('the package for Kinesis', () => {
  it('is found if it is installed', () => {
    assert.equal(findKinesisPackageFault(), undefined)
  })

  it('is asked for in one sentence if it is not installed', () => {
    const elsewhere = pathToFileURL(join(tmpdir(), 'elsewhere.js')).href
    assert.equal(
      findKinesisPackageFault(elsewhere),
      'Delivery to Kinesis needs a package that is not installed; run npm install @aws-sdk/client-kinesis.',
    )
  })
})
