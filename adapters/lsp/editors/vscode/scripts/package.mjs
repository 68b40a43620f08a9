// Packages what is built as asl-workflows-VERSION.vsix: a zip with a manifest, as Visual Studio Code
// installs it with `code --install-extension`.

import { createWriteStream, readFileSync, readdirSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";

const about = JSON.parse(readFileSync("package.json", "utf8"));
const escaped = (text) =>
  text.replace(/[<>&"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const types = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="json" ContentType="application/json"/>
  <Default Extension="js" ContentType="application/javascript"/>
  <Default Extension="md" ContentType="text/markdown"/>
  <Default Extension="txt" ContentType="text/plain"/>
  <Default Extension="vsixmanifest" ContentType="text/xml"/>
</Types>
`;

const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${about.name}" Version="${about.version}" Publisher="${about.publisher}"/>
    <DisplayName>${escaped(about.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(about.description)}</Description>
    <Tags>${escaped(about.keywords.join(","))}</Tags>
    <Categories>${escaped(about.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(about.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

// The licences of the packages that are part of the program.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const bundled = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
const licences = bundled.map(([path]) => {
  const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`${path} has no licence`);
  return `${path.replace(/^.*node_modules\//, "")}\n\n${readFileSync(`${path}/${file}`, "utf8")}`;
});

const zip = new yazl.ZipFile();
// Equal contents make equal packages.
const options = { mtime: new Date(Date.UTC(1980, 0, 1)), mode: 0o100644 };
zip.addBuffer(Buffer.from(types), "[Content_Types].xml", options);
zip.addBuffer(Buffer.from(manifest), "extension.vsixmanifest", options);
zip.addBuffer(Buffer.from(licences.join("\n\n")), "extension/LICENCES-OF-PARTS.txt", options);
for (const name of ["package.json", "README.md", "LICENSE.txt", "dist/extension.js"]) {
  zip.addBuffer(readFileSync(name), `extension/${name}`, options);
}
zip.end();
const file = `${about.name}-${about.version}.vsix`;
await pipeline(zip.outputStream, createWriteStream(file));
console.log(file);
