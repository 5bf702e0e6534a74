import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { writePreview } from "#app/clients/image-preview.server.ts";
import { HEIC_PHOTO } from "#tests/support/images.ts";

const folder = mkdtempSync(join(tmpdir(), "previews-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Type = "jpg" | "png" | "heic";
type Limits = { ms?: number; maxMemoryMb?: number };

async function convert(bytes: Buffer, type: Type, limits: Limits = {}) {
  const path = join(folder, `${crypto.randomUUID()}.jpg`);
  const chunks = bytes.length > 0 ? [bytes] : [];
  await writePreview({ content: Readable.from(chunks), size: bytes.length, type }, path, limits);
  return readFileSync(path);
}

/** Returns the colour of a pixel, rounded to the nearest of eight. */
async function colourAt(image: Buffer, left: number, top: number) {
  const { data } = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((part) => (part > 127 ? 1 : 0)).join("");
}

/** Red at the left, blue at the right. */
function twoColours(width = 40, height = 20) {
  const half = { width: width / 2, height, channels: 3 as const };
  const blue = { create: { ...half, background: "#00f" } };
  return sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

describe("the preview of an image", () => {
  test("a photo that was taken on its side is turned upright", async () => {
    // Orientation 6: the camera was turned to the right.
    const photo = await twoColours().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const preview = await convert(photo, "jpg");
    expect(await sharp(preview).metadata()).toMatchObject({
      format: "jpeg",
      width: 20,
      height: 40,
    });
    expect(await colourAt(preview, 10, 5)).toBe("100");
    expect(await colourAt(preview, 10, 35)).toBe("001");
  });

  test("a preview has none of the photo’s metadata, such as the place where it was taken", async () => {
    const photo = await twoColours()
      .withExif({ IFD0: { Artist: "Sam Seller" }, IFD3: { GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    expect(photo.includes("Sam Seller")).toBe(true);
    const preview = await convert(photo, "jpg");
    expect((await sharp(preview).metadata()).exif).toBeUndefined();
  });

  test("a photo from an iPhone becomes a JPEG", async () => {
    const preview = await convert(HEIC_PHOTO, "heic");
    expect(await sharp(preview).metadata()).toMatchObject({
      format: "jpeg",
      width: 64,
      height: 48,
    });
    expect(await colourAt(preview, 10, 10)).toBe("100");
    expect(await colourAt(preview, 50, 40)).toBe("110");
  });

  test("a transparent PNG gets a white background, and a large one is made smaller", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const image = await sharp({
      create: { width: 5_000, height: 100, channels: 4, background: clear },
    })
      .png()
      .toBuffer();
    const preview = await convert(image, "png");
    expect(await sharp(preview).metadata()).toMatchObject({ width: 4_096 });
    expect(await colourAt(preview, 10, 10)).toBe("111");
  });
});

/** Returns a PNG whose header declares a size. `rows` are its compressed pixels. */
function pngOf(width: number, height: number, rows = Buffer.alloc(0)) {
  const part = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, in grey.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", header),
    part("IDAT", rows),
    part("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a JPEG that ends after the header with its size. */
function jpegOf(width: number, height: number) {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const text = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), text, frame]);
}

function heicOf(width: number, height: number) {
  const photo = Buffer.from(HEIC_PHOTO);
  const at = photo.indexOf("ispe");
  photo.writeUInt32BE(width, at + 8);
  photo.writeUInt32BE(height, at + 12);
  return photo;
}

describe("an image that would exhaust the memory", () => {
  test.each<[string, Type, Buffer]>([
    ["a PNG of 50,000 pixels a side", "png", pngOf(50_000, 50_000)],
    ["a JPEG of 50,000 pixels a side", "jpg", jpegOf(50_000, 50_000)],
    ["a HEIC of 50,000 pixels a side", "heic", heicOf(50_000, 50_000)],
    ["a PNG just above 64 megapixels", "png", pngOf(8_000, 8_001)],
  ])("%s is refused by its header", async (_, type, image) => {
    await expect(convert(image, type)).rejects.toMatchObject({ reason: "size" });
  });

  test("a PNG of 64 megapixels that was compressed to 8 kB is converted within the memory limit", async () => {
    const rows = deflateSync(Buffer.alloc(8_000 * 1_001), { level: 9 });
    const image = pngOf(8_000, 8_000, rows);
    expect(image.length).toBeLessThan(10_000);
    const preview = await convert(image, "png");
    expect(await sharp(preview).metadata()).toMatchObject({ width: 4_096, height: 4_096 });
  });

  test("an image that takes more memory than allowed is refused", async () => {
    const photo = await twoColours(6_000, 4_000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await expect(convert(photo, "jpg", { maxMemoryMb: 60 })).rejects.toMatchObject({
      reason: "limits",
    });
  });

  test("an image that takes more time than allowed is refused", async () => {
    const photo = await twoColours().jpeg().toBuffer();
    await expect(convert(photo, "jpg", { ms: 1 })).rejects.toMatchObject({ reason: "limits" });
  });
});

test.each<[string, Type, Buffer]>([
  ["a JPEG that is only its first bytes", "jpg", Buffer.from("\xff\xd8\xff\xe0 photo", "latin1")],
  ["a JPEG that ends after its header", "jpg", jpegOf(100, 100)],
  ["a PNG without pixels", "png", pngOf(100, 100)],
  ["a PNG that ends in its header", "png", pngOf(100, 100).subarray(0, 18)],
  ["a HEIC that is only its first bytes", "heic", Buffer.from("\0\0\0\x18ftypheic", "latin1")],
  ["a HEIC that ends half-way", "heic", HEIC_PHOTO.subarray(0, 450)],
])("%s is refused as damaged", async (_, type, image) => {
  await expect(convert(image, type)).rejects.toMatchObject({ reason: "damaged" });
});
