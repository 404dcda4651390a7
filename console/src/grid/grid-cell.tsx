/** A value in a cell, one line high. Nothing is decoded here; what is long is cut. */
import { memo } from 'react'
import { formatCount } from '../design/format.js'
import { typeOfValue, type AttributeValue, type ValueType } from '../values/attribute-value.js'
import { printValue } from '../values/print-value.js'
import { numberTitle, ttlFacts } from './cell-facts.js'
import './grid-cell.css'
import { cellCharactersMax } from './limits.js'

export interface GridValueProps {
  readonly value: AttributeValue | undefined
  /** The type of the column; another one is marked. */
  readonly usual: ValueType
  readonly isTtl?: boolean
}

export const GridValue = memo(function GridValue({ value, usual, isTtl = false }: GridValueProps) {
  if (value === undefined) return <span className="visually-hidden">missing</span>
  const type = typeOfValue(value)
  return (
    <>
      {type !== usual && <span className="cell-type">{type}</span>}
      {isTtl ? <TtlText value={value} /> : <ValueText value={value} type={type} />}
    </>
  )
})

function TtlText({ value }: { readonly value: AttributeValue }) {
  const { text, title, tone } = ttlFacts(value, Date.now())
  return (
    <span className={`cell-text cell-ttl-${tone}`} title={title}>
      {text}
      {tone === 'wrong' && <span className="cell-note">never expires</span>}
    </span>
  )
}

function ValueText({ value, type }: { readonly value: AttributeValue; readonly type: ValueType }) {
  if ('S' in value && value.S === '') return <span className="cell-empty">(empty)</span>
  if ('NULL' in value) return <span className="cell-null">null</span>
  const title = 'N' in value ? numberTitle(value.N) : undefined
  const isCut = 'S' in value && value.S.length > cellCharactersMax
  return (
    <>
      <span className={`cell-text cell-${type}`} title={title}>
        {printValue(value, cellCharactersMax)}
      </span>
      {isCut && <span className="cell-note">{formatCount(value.S.length)} characters</span>}
    </>
  )
}
