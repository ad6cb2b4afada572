/** The lines of the logo's mark as SVG path data, 32 units wide and high: 2.1 units wide, with round ends. */
export const LOGO_LINES =
  'M16 2.2C20.6 7.6 26 13.3 26 19.6a10 10 0 0 1-20 0c0-2.9 1.1-5.6 2.8-8.2M12.2 13.7c-1.3 1.9-2.2 3.8-2.2 5.9a6 6 0 0 0 10.4 4.1M16 8.8c2.9 3.5 6 6.9 6 10.8'

/** The drop inside the mark, filled with the accent color. */
export const LOGO_DROP = 'M16 15.2c1.5 1.8 2.4 3 2.4 4.4a2.4 2.4 0 0 1-4.8 0c0-1.4.9-2.6 2.4-4.4Z'
