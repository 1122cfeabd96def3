/** LMDB can corrupt the process's memory when a write fails, so nothing is written on a disk that is nearly full. */
export class DiskShort extends Error {
  constructor(directory: string) {
    super(`The disk that holds ${directory} is nearly full: make room on it.`);
    this.name = 'DiskShort';
  }
}

export const defaultReservedBytes = 64 * 1024 * 1024;
