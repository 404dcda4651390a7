import { formatBytes } from '../../design/format.js'
import { itemSizeBytesMax } from '../../values/limits.js'
import './size-meter.css'

/** How much of the 400 KB an item takes. */
export function SizeMeter({ bytes }: { readonly bytes: number }) {
  const share = Math.min(1, bytes / itemSizeBytesMax)
  const level = share >= 1 ? 'full' : share > 0.8 ? 'near' : 'fine'
  return (
    <div className="size-meter" title={`${bytes.toLocaleString('en')} of 409,600 bytes`}>
      <span
        className="size-track"
        role="meter"
        aria-label="Size of the item"
        aria-valuemin={0}
        aria-valuemax={itemSizeBytesMax}
        aria-valuenow={Math.min(bytes, itemSizeBytesMax)}
        aria-valuetext={`${formatBytes(bytes)} of 400 KB`}
      >
        <span
          className={`size-fill size-${level}`}
          style={{ inlineSize: `${Math.max(2, share * 100)}%` }}
        />
      </span>
      <span>{formatBytes(bytes)} of 400 KB</span>
    </div>
  )
}
