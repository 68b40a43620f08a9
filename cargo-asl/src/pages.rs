//! The pages of docs/errors, built in. `errors` is a link to that folder, so that the package
//! contains them. A test compares them with the table of codes.

macro_rules! pages {
    ($($id:literal)*) => {
        /// Ids and pages, in the order of the table of codes.
        pub(crate) const PAGES: &[(&str, &str)] = &[$(($id, include_str!(concat!("../errors/", $id, ".md")))),*];
    };
}

/// The page of the predefined error names.
pub(crate) const ERROR_NAMES: &str = include_str!("../errors/names.md");

pages! {
    "ASL0101" "ASL0102" "ASL0103" "ASL0104" "ASL0105" "ASL0106" "ASL0107" "ASL0108"
    "ASL0109" "ASL0201" "ASL0202" "ASL0203" "ASL0204" "ASL0205" "ASL0206" "ASL0207"
    "ASL0208" "ASL0301" "ASL0302" "ASL0303" "ASL0304" "ASL0306" "ASL0305" "ASL0401"
    "ASL0402" "ASL0403" "ASL0404" "ASL0405" "ASL0406" "ASL0407" "ASL0408" "ASL0409"
    "ASL0501" "ASL0502" "ASL0503" "ASL0504" "ASL0505" "ASL0506" "ASL0507" "ASL0508"
    "ASL0510" "ASL0511" "ASL0513" "ASL0514" "ASL0515" "ASL0512" "ASL0509" "ASL0601"
    "ASL0602" "ASL0701" "ASL0702" "ASL0703" "ASL0704" "ASL0705" "ASL0706" "ASL0707"
    "ASL0708" "ASL0709" "ASL0710" "ASL0801" "ASL0802" "ASL0803" "ASL0804" "ASL0805"
    "ASL0806" "ASL0807" "ASL0808" "ASL0811" "ASL0812" "ASL0813" "ASL0814" "ASL0901"
    "ASL0902" "ASL0903" "ASL0904" "ASL0905" "ASL0906" "ASL0908" "ASL0907" "ASL0910"
    "ASL0909" "ASL1001" "ASL1002" "ASL1003" "ASL1101" "ASL1102" "ASL1103" "ASL1301"
    "ASL1302" "ASL1303" "ASL1304" "ASL1305" "ASL1306" "ASL1307" "ASL1308" "ASL1309"
    "ASL1310" "ASL1401" "ASL1501" "ASL1502" "ASL1503" "ASL1602" "ASL1701" "ASL1702"
    "ASL1703" "ASL1704" "ASL1705" "ASL1706" "ASL1707" "ASL1801" "ASL1802" "ASL1803"
    "ASL1804" "ASL1805" "ASL1806" "ASL1807" "ASL3101" "ASL3102" "ASL3103" "ASL3104"
    "ASL1901" "ASL1902" "ASL1903" "ASL1904" "ASL1905" "ASL1906" "ASL1907" "ASL2001"
    "ASL2002" "ASL2003" "ASL2004" "ASL2005" "ASL2006" "ASL2007" "ASL2008" "ASL2009"
    "ASL2010" "ASL2011" "ASL2012" "ASL2013" "ASL2101" "ASL2102" "ASL2103" "ASL2104"
    "ASL2105" "ASL2106" "ASL2107" "ASL2108" "ASL2109" "ASL2110" "ASL2111" "ASL2112"
    "ASL2113" "ASL2114" "ASL2115" "ASL2116" "ASL2117" "ASL2118" "ASL2119" "ASL2120"
    "ASL2121" "ASL2131" "ASL2132" "ASL2133" "ASL2134" "ASL2135" "ASL2136" "ASL2137"
    "ASL2138" "ASL2139" "ASL2140" "ASL2141" "ASL2142" "ASL2143" "ASL2151" "ASL2152"
    "ASL2153" "ASL2154" "ASL2155" "ASL2156" "ASL2157" "ASL2161" "ASL2162" "ASL2163"
    "ASL2164" "ASL2165" "ASL2301" "ASL2302" "ASL2303" "ASL2304" "ASL2305" "ASL2306"
    "ASL2307" "ASL2201" "ASL2202" "ASL2203" "ASL2204" "ASL2205" "ASL2206" "ASL2207"
    "ASL2208" "ASL2209" "ASL2210" "ASL2211" "ASL2212" "ASL2213" "ASL2214" "ASL2215"
    "ASL2216" "ASL2217" "ASL2231" "ASL2232" "ASL2233" "ASL2234" "ASL2241" "ASL2242"
    "ASL2243" "ASL2244" "ASL2245" "ASL2246"
}

#[cfg(test)]
mod tests {
    use super::PAGES;
    use asl_codegen::diagnostics::Code;

    #[test]
    fn every_code_has_its_page() {
        let pages: Vec<&str> = PAGES.iter().map(|(id, _)| *id).collect();
        let codes: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
        assert_eq!(pages, codes);
    }
}
