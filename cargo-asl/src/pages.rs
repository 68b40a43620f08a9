//! The pages of docs/errors, built in. A test compares them with the table of codes.

macro_rules! pages {
    ($($id:literal)*) => {
        /// Ids and pages, in the order of the table of codes.
        pub(crate) const PAGES: &[(&str, &str)] = &[$(($id, include_str!(concat!("../../docs/errors/", $id, ".md")))),*];
    };
}

pages! {
    "E0101" "E0102" "E0103" "E0104" "E0105" "E0106" "E0107" "E0108"
    "E0109" "E0201" "E0202" "E0203" "E0204" "E0205" "E0206" "E0207" "E0208"
    "E0301" "E0302" "W0303" "E0304" "E0305" "E0401" "E0402" "E0403"
    "E0404" "E0405" "E0406" "E0407" "W0408" "W0409" "E0501" "E0502"
    "E0503" "E0504" "E0505" "E0506" "W0507" "E0508" "E0510" "E0511"
    "E0513" "W0514" "W0512" "W0509" "E0601" "E0602" "E0701" "E0702"
    "E0703" "E0704" "W0705" "W0706" "W0707" "W0708" "E0709" "E0801"
    "E0802" "E0803" "E0804" "E0805" "E0806" "E0807" "E0808" "W0811"
    "W0812" "W0813" "W0814" "E0901" "E0902" "E0903" "W0904" "W0905"
    "W0906" "E0908" "W0907" "W0908" "E1001" "E1002" "E1003" "E1101"
    "E1102" "W1103" "E1201" "E1301" "E1302" "E1303" "E1304" "E1305"
    "E1401" "W1501" "W1502" "W1503" "W1602" "E1701" "W1702" "E1703"
    "W1704" "E1705" "W1706" "E1801" "E1802" "E1803" "E1804" "W1805" "W1806"
    "E1901" "E1902" "E1903" "E1904" "E1905" "E1906" "W1907" "E2001"
    "E2002" "E2003" "E2004" "E2005" "E2006" "E2007" "E2008" "E2009"
    "E2010" "E2011" "E2012" "E2013" "E2101" "E2102" "E2103" "E2104"
    "E2105" "E2106" "E2107" "E2108" "E2109" "E2110" "E2111" "E2112"
    "E2113" "E2114" "E2115" "E2116" "E2117" "E2118" "E2119" "E2120"
    "E2121" "W2131" "W2132" "W2133" "W2134" "W2135" "W2136" "W2137"
    "W2138" "W2139" "W2140" "W2141" "W2142" "E2151" "E2152" "E2153"
    "E2154" "E2155" "E2156" "E2157" "W2161" "W2162" "W2163" "W2164"
    "W2165" "E2201" "E2202" "E2203" "E2204" "E2205" "E2206" "E2207"
    "E2208" "E2209" "E2210" "E2211" "E2231" "W2232"
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
