import assert from 'node:assert/strict'
import test from 'node:test'
import { isCallable } from './webhook-rule.js'

const allowed = ['https://hooks.example.com/alarms', 'http://127.0.0.1:9000']

const rows = [
  ['https://hooks.example.com/alarms', true],
  ['https://hooks.example.com/alarms/a?b=c', true],
  ['http://127.0.0.1:9000/anything', true],
  ['https://hooks.example.com/alarms2', false],
  ['https://hooks.example.com/', false],
  ['https://hooks.example.com/alarms/../secret', false],
  ['http://hooks.example.com/alarms', false],
  ['https://hooks.example.com.evil.test/alarms', false],
  ['https://hooks.example.com@evil.test/alarms', false],
  ['http://127.0.0.1:90001/', false],
  ['http://127.0.0.1/', false],
  ['file:///alarms', false],
  ['https://', false],
] as const

for (const [address, expected] of rows) {
  test(`${address} is ${expected ? '' : 'not '}called`, () => {
    assert.equal(isCallable(address, allowed), expected)
  })
}
