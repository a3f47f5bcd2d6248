import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MediaUrl, Picture } from "./picture.tsx";

const hall = {
  key: "hall-chandelier",
  alt: "Le « hall » & son lustre",
  x: 62,
  y: 50,
  width: 600,
  height: 400,
  version: "0a1b2c3d",
};

test("a picture reserves its space, loads lazily and has no style attribute", () => {
  const html = renderToStaticMarkup(<Picture view={hall} sizes="(min-width: 900px) 50vw, 100vw" />);
  expect(html).toContain('alt="Le « hall » &amp; son lustre"');
  expect(html).toContain('width="600" height="400"');
  expect(html).toContain('loading="lazy"');
  expect(html).toContain('data-x="60" data-y="50"');
  expect(html).toContain('sizes="(min-width: 900px) 50vw, 100vw"');
  expect(html).toContain(
    'srcSet="/media/hall-chandelier?width=300&amp;v=0a1b2c3d 300w, /media/hall-chandelier?width=600&amp;v=0a1b2c3d 600w"',
  );
  expect(html).not.toContain("style");
});

test("the first picture of a page has high priority", () => {
  const html = renderToStaticMarkup(<Picture view={hall} sizes="100vw" eager />);
  expect(html).not.toContain("loading");
  expect(html).toContain('fetchPriority="high"');
});

test("a cropped picture reserves the crop's height, and a CDN is put before the address", () => {
  const html = renderToStaticMarkup(
    <MediaUrl value="https://cdn.example">
      <Picture view={hall} sizes="20rem" ratio="4:5" widths={[300]} />
    </MediaUrl>,
  );
  expect(html).toContain('width="600" height="750"');
  expect(html).toContain('srcSet="https://cdn.example/media/hall-chandelier?width=300&amp;v=0a1b2c3d 300w"');
});
