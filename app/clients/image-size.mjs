/**
 * Size of an image, read from its header without decoding the image. This is plain JavaScript,
 * because Node runs the program that uses it directly.
 */

/** Bytes of a HEIC file that we search for its sizes, which are near its start. */
const HEIC_HEAD_BYTES = 256 * 1024;

/**
 * Returns the number of pixels that the header of a JPEG, PNG or HEIC file declares.
 * @param {Buffer} file
 * @returns {number | null} null if the header declares no size
 */
export function declaredPixels(file) {
  if (file.subarray(1, 4).toString("latin1") === "PNG") return pixelsOfPng(file);
  if (file[0] === 0xff && file[1] === 0xd8) return pixelsOfJpeg(file);
  return pixelsOfHeic(file);
}

/** @param {Buffer} file */
function pixelsOfPng(file) {
  const hasHeader = file.length >= 24 && file.subarray(12, 16).toString("latin1") === "IHDR";
  return hasHeader ? file.readUInt32BE(16) * file.readUInt32BE(20) : null;
}

/**
 * Walks along the segments of a JPEG to its frame, which has the size.
 * @param {Buffer} file
 */
function pixelsOfJpeg(file) {
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1] ?? 0;
    // A marker may follow any number of fill bytes.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // These markers between C0 and CF are tables, not frames.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7);
    at += 2 + file.readUInt16BE(at + 2);
  }
  return null;
}

/**
 * Returns the largest size among the properties of a HEIC file. A photo of tiles has its own size
 * and that of a tile.
 * @param {Buffer} file
 */
function pixelsOfHeic(file) {
  const head = file.subarray(0, HEIC_HEAD_BYTES);
  let most = null;
  for (let at = head.indexOf("ispe"); at !== -1; at = head.indexOf("ispe", at + 4)) {
    if (at + 16 > head.length) break;
    most = Math.max(most ?? 0, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12));
  }
  return most;
}
