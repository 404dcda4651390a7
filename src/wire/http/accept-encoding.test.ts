import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { preferredCoding } from './accept-encoding.js'

function check(header: string | undefined, expected: string | undefined): void {
  it(`${header} → ${expected}`, () => assert.equal(preferredCoding(header), expected))
}

describe('preferredCoding', () => {
  check(undefined, undefined)
  check('', undefined)
  check('identity', undefined)
  check('br', undefined)
  check('x-gzip', undefined)
  check('gzip', 'gzip')
  check('GZIP, identity', 'gzip')
  check('dog, gzip ,, cat', 'gzip')
  check('gzip, deflate', 'gzip')
  check('br, identity, deflate, gzip', 'deflate')
  check('gzip;q=0.5, deflate;q=0.8', 'deflate')
  check('gzip;q=0.5,identity;q=0.8', 'gzip')
  check('gzip;q=0', undefined)
  check('gzip ;q=0', undefined)
  check('br,identity;q=0.5,gzip;q=0.0001', 'gzip')
  check('gzip;q=0, gzip;q=1, gzip;q=0', 'gzip')

  check('*', 'gzip')
  check('*;q=0', undefined)
  check('*, deflate', 'deflate')
  check('*, deflate;q=0.5', 'gzip')
  check('*, gzip;q=0.5', 'deflate')
  check('*, gzip;q=0', 'deflate')
  check('br;q=0.8,identity;q=0.5,*;q=0', undefined)

  check('gzip;q=31,deflate;q=51', 'gzip')
  check('deflate;q=-0.5,gzip;q=0.2', 'gzip')
  check('deflate;q=0.5,gzip;q=0.', 'deflate')
  check('deflate;q=0.5,gzip;q=0.x', 'gzip')
  check('deflate;q=0.5, gzip;q=1;q=0.2', 'gzip')
  check('gzip;q= 0;q=1', undefined)
  check('gzip;q =0;q=1', 'gzip')
  check('gzip;nq=0;q=1', undefined)
  check('"gzip"', undefined)
  check('gzip br', undefined)
  check('gzip:q=1', undefined)
})
