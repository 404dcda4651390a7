import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { usePreference } from '../../frame/preferences.js'

const widthMin = 360
const widthMax = 720
const widthStep = 24
const initialWidth = 540

/** A panel at the right whose width is the user's. */
export function PanelEdge({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  const [width, setWidth] = usePreference('itemPanelWidth', initialWidth)
  const grip = useRef<{ readonly x: number; readonly width: number }>(undefined)
  const resize = (next: number) =>
    setWidth(Math.round(Math.min(widthMax, Math.max(widthMin, next))))
  const drag = (event: PointerEvent) => {
    if (grip.current !== undefined) resize(grip.current.width + grip.current.x - event.clientX)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') resize(width + widthStep)
    else if (event.key === 'ArrowRight') resize(width - widthStep)
    else return
    event.preventDefault()
  }
  return (
    <aside className="item-panel" aria-label={label} style={{ inlineSize: width }}>
      <div
        className="item-panel-edge"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the panel"
        aria-valuemin={widthMin}
        aria-valuemax={widthMax}
        aria-valuenow={width}
        onPointerDown={(event) => {
          grip.current = { x: event.clientX, width }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = undefined)}
        onKeyDown={press}
      />
      {children}
    </aside>
  )
}
