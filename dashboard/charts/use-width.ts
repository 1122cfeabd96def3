/** Charts as SVG in the size of their place. What lives here: drawing of numbers that are given. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width of an element as it is laid out; 0 until then. */
export function useWidth<Shape extends HTMLElement>(): [RefObject<Shape | null>, number] {
  const element = useRef<Shape>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
