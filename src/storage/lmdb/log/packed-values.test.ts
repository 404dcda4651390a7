import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Layer } from './layer.js'
import { packedValuesPerTurn } from './limits.js'
import { PackedValues } from './packed-values.js'

/** As records are: all values in one memory, with the replaced ones in between. */
function layerIn(memory: Buffer, count: number, valueOf: (n: number) => string): Layer {
  const layer = new Layer().keepOrder()
  let end = 0
  const put = (name: string, text: string) => {
    const length = memory.write(text, end)
    layer.set(name, memory.subarray(end, (end += length)))
  }
  for (let n = 0; n < count; n++) {
    put(`k${n}`, 'out of date')
    put(`k${n}`, valueOf(n))
  }
  layer.set('removed', undefined)
  return layer
}

function valuesOf(layer: Layer): ReadonlyMap<string, string | undefined> {
  const values = new Map<string, string | undefined>()
  for (const [name, value] of layer.inOrder()) {
    assert.equal(layer.get(name)!.value, value)
    values.set(name, value?.toString())
  }
  return values
}

function expected(count: number, valueOf: (n: number) => string) {
  const all = Array.from({ length: count }, (_, n) => [`k${n}`, valueOf(n)] as const)
  return new Map<string, string | undefined>([...all, ['removed', undefined]].sort() as never)
}

describe('packed values', () => {
  const count = 3 * packedValuesPerTurn + 1
  const memory = Buffer.alloc(100 * count)

  it('are those of the layer, in memory that nobody else uses', async () => {
    const valueOf = (n: number) => `value ${n}`
    const layer = layerIn(memory, count, valueOf)
    const packing = new PackedValues().pack(layer)
    // Some are moved, most are not yet: whoever reads sees no difference.
    assert.deepEqual(valuesOf(layer), expected(count, valueOf))
    await packing
    memory.fill(0)
    assert.deepEqual(valuesOf(layer), expected(count, valueOf))
  })

  it('stay until they are not needed, if the next layer comes before', async () => {
    const packed = new PackedValues()
    const first = layerIn(memory, count, (n) => `first ${n}`)
    await packed.pack(first)
    const second = layerIn(memory, 10, (n) => `second ${n}`)
    await packed.pack(second)
    assert.deepEqual(
      valuesOf(first),
      expected(count, (n) => `first ${n}`),
    )
    packed.free()
    const third = layerIn(memory, 10, (n) => `third ${n}`)
    await packed.pack(third)
    memory.fill(0)
    assert.deepEqual(
      valuesOf(third),
      expected(10, (n) => `third ${n}`),
    )
  })

  it('can be packed again, longer and shorter', async () => {
    const packed = new PackedValues()
    const layer = layerIn(memory, 100, (n) => `value ${n}`)
    await packed.pack(layer)
    layer.set('k0', Buffer.from('much longer than before'))
    layer.set('k50', Buffer.from('s'))
    layer.set('new', Buffer.from('new'))
    const before = valuesOf(layer)
    await packed.pack(layer)
    assert.deepEqual(valuesOf(layer), before)
  })
})
